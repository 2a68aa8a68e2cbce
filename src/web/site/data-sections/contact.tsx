import './contact.css'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { ContactCard } from '#features/leads/contact-card.tsx'
import { Section, titleId } from '../blocks/section.tsx'
import type { BlockProps } from '../blocks/block-props.ts'

/** The contact form. A rejected submission is rendered on the contact page, with its input. */
export function ContactView({ id, content: { title, text, ground }, facts, rows }: BlockProps<'contact'>) {
  return (
    <Section id={id} ground={ground} className="ask">
      <div className="ask__words">
        <h2 className="display d1" id={titleId(id)}>
          {title}
        </h2>
        {text && <p className="lead">{text}</p>}
      </div>
      <ContactCard facts={facts} texts={rows.consentTexts}>
        <PrivacyNotice texts={rows.consentTexts} facts={facts} />
      </ContactCard>
    </Section>
  )
}
