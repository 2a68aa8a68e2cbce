import { ButtonLink, type ButtonLook } from '#ui/button.tsx'
import type { SiteFacts } from '#web/pages.ts'
import { QuietLink } from '../secondary-link.tsx'
import { type Leading, leadsTo } from './resolve-link.ts'

type Props = { link: Leading; facts: SiteFacts }

/** The one action of a section. */
export function LeadButton({ link, facts, size, look = 'primary' }: Props & { size: 'lg' | 'xl'; look?: ButtonLook }) {
  const href = leadsTo(link, facts)
  if (!href || !link.words) return null
  return (
    <ButtonLink look={look} size={size} href={href}>
      {link.words}
    </ButtonLink>
  )
}

/** The second one: underlined words. */
export function LeadLink({ link, facts }: Props) {
  const href = leadsTo(link, facts)
  if (!href || !link.words) return null
  return <QuietLink href={href}>{link.words}</QuietLink>
}
