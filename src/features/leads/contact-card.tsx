import './contact-card.css'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import { fillTokens } from '#lib/fill-tokens.ts'
import { isolate } from '#lib/hebrew-text.ts'
import { Island } from '#ui/island.tsx'
import type { readShownTexts } from './contact-form.data.ts'
import { type ContactFormProps, Island as ContactForm } from './contact-form.island.tsx'
import type { ContactFormState } from './contact-form.ts'
import { ContactThanks } from './contact-thanks.tsx'
import { formTopics, topicLabels } from './leads.ts'

type Props = {
  facts: { business: PublicBusinessProfile; backendKey: string; standing: readonly string[] }
  texts: Awaited<ReturnType<typeof readShownTexts>>
  /** What the visitor came for, when a link said so. */
  topic?: string | undefined
  /** A form that came back. */
  form?: ContactFormState | undefined
  /** The number of the request that was just left: thanks stand in place of the form. */
  ticket?: string | undefined
}

/** The contact form on its card, with the notice that has to stand under it. */
export function ContactCard({ facts: { business, backendKey, standing }, texts, topic, form, ticket }: Props) {
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  const known = formTopics.find((one) => one === topic)
  const props: ContactFormProps = {
    topics: formTopics.map((value) => ({ value, label: topicLabels[value] })),
    marketing: marketing ? { id: marketing.id, text: marketing.he_text } : null,
    privacyTextId: notice?.id ?? null,
    backendKey,
    state: form ?? { values: known ? { topic: known } : {}, errors: {} },
  }
  if (ticket)
    return (
      <div className="contact-card">
        <ContactThanks ticket={ticket} />
      </div>
    )
  return (
    <div className="contact-card">
      <Island name="contact-form" props={props}>
        <ContactForm {...props} />
      </Island>
      {notice && (
        <p className="contact-card__notice">
          {fillTokens(notice.he_text, tokensOf(business))}{' '}
          {standing.includes('/privacy-policy') && <a href="/privacy-policy">מדיניות הפרטיות</a>}
        </p>
      )}
    </div>
  )
}

/** Each value keeps to itself, so that an address of mail beside a number cannot change places with it. */
function tokensOf(business: PublicBusinessProfile) {
  const values = {
    businessName: business.business_name,
    legalName: business.legal_name ?? business.business_name,
    companyNumber: business.company_number,
    address: business.address,
    phone: business.phone,
    email: business.email,
    privacyEmail: business.privacy_email ?? business.email,
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value && isolate(value)]))
}
