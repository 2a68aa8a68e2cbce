import type { LucideIcon } from 'lucide-react'

/** An icon of a control: thin, text-sized, hidden from screen readers. */
export function Icon({ of: Picture, className }: { of: LucideIcon; className?: string }) {
  return <Picture className={className ? `i ${className}` : 'i'} strokeWidth={1.75} aria-hidden="true" />
}
