import { LeadButton } from '../blocks/lead-link.tsx'
import { leadsTo } from '../blocks/leading.ts'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/view.ts'

/** The way into the newsletter, as long as its page stands. */
export function NewsletterView({ id, content: { title, text }, facts }: BlockProps<'newsletter'>) {
  const link = { words: 'להרשמה', href: '/newsletter' }
  if (!leadsTo(link, facts)) return null
  return (
    <Section id={id} ground="tint">
      <h2 className="display d2" id={titleId(id)}>
        {title}
      </h2>
      {text && <p className="lead">{text}</p>}
      <LeadButton link={link} facts={facts} size="lg" />
    </Section>
  )
}
