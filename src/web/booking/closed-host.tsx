import './closed-host.css'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { ContactCard } from '#features/leads/contact-card.tsx'
import type { FormText } from '#lib/forms/form-post.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { SiteFacts } from '../pages.ts'

type Props = {
  title?: string
  text: string
  facts: SiteFacts
  /**
   * Consent texts of the contact form. Undefined on a page that already has a form: it links to the contact page
   * instead.
   */
  texts: readonly ShownText[] | undefined
  /** Values of the rejected booking form, prefilled in the contact form. */
  typed?: FormText | undefined
}

/**
 * Replaces the picker while a host takes no appointments or the calendar cannot be read, and for an expired booking
 * link.
 */
export const ClosedHost = ({ title = 'אי אפשר לקבוע כאן פגישה כרגע', text, facts, texts, typed = {} }: Props) => (
  <section className="booking__step booking__closed" aria-labelledby="closed">
    <h2 className="display d3" id="closed">
      {title}
    </h2>
    <p>{text || 'אפשר להשאיר פרטים, ונחזור אליכם כדי למצוא זמן.'}</p>
    {texts ? (
      <>
        <Phone business={facts.business} />
        <h3>השאירו פרטים</h3>
        <ContactCard facts={facts} texts={texts} form={{ values: contactOf(typed), errors: {} }}>
          <PrivacyNotice texts={texts} facts={facts} />
        </ContactCard>
      </>
    ) : (
      <div className="booking__acts">
        <ButtonLink href="/contact?topic=session" look="accent" size="lg">
          השארת פרטים
        </ButtonLink>
        <Phone business={facts.business} />
      </div>
    )}
  </section>
)

const contactOf = ({ name = '', phone = '', email = '' }: FormText) => ({ topic: 'session', name, phone, email })

const Phone = ({ business: { phone } }: { business: PublicBusinessProfile }) =>
  phone && (
    <ButtonLink href={`tel:${parsePhone(phone) ?? phone}`} look="secondary" size="lg">
      <Ltr>{phone}</Ltr>
    </ButtonLink>
  )
