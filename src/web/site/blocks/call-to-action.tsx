import { ButtonLink, type ButtonLook } from '#ui/button.tsx'
import type { SiteFacts } from '#web/pages.ts'
import { SecondaryLink } from '../secondary-link.tsx'
import { type BlockLink, resolveLink } from './resolve-link.ts'

type Props = { link: BlockLink; facts: SiteFacts }

/** Primary call to action of a section. */
export function CtaButton({ link, facts, size, look = 'primary' }: Props & { size: 'lg' | 'xl'; look?: ButtonLook }) {
  const href = resolveLink(link, facts)
  if (!href || !link.words) return null
  return (
    <ButtonLink look={look} size={size} href={href}>
      {link.words}
    </ButtonLink>
  )
}

/** Secondary call to action: a text link. */
export function CtaLink({ link, facts }: Props) {
  const href = resolveLink(link, facts)
  if (!href || !link.words) return null
  return <SecondaryLink href={href}>{link.words}</SecondaryLink>
}
