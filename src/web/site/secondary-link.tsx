import { ArrowLeft } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'

/** The second action beside a button: underlined words and an arrow that points forward. */
export function SecondaryLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="quiet-link" href={href}>
      <span>{children}</span>
      <Icon of={ArrowLeft} />
    </a>
  )
}
