import { ArrowLeft } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'

/** Secondary action beside a button: a text link with a forward arrow. */
export function SecondaryLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="quiet-link" href={href}>
      <span>{children}</span>
      <Icon of={ArrowLeft} />
    </a>
  )
}
