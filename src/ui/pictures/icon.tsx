import type { LucideIcon } from 'lucide-react'

/** One look for every picture on a control: thin, as large as its text, and silent to a screen reader. */
export function Icon({ of: Picture, className }: { of: LucideIcon; className?: string }) {
  return <Picture className={className ? `i ${className}` : 'i'} strokeWidth={1.75} aria-hidden="true" />
}
