import './contact-page.css'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import { fillTokens } from '#lib/fill-tokens.ts'
import { whyItCameBack } from '#lib/form-post.ts'
import { isolate } from '#lib/hebrew-text.ts'
import { parsePhone } from '#lib/phone.ts'
import { Icon } from '#ui/icon.tsx'
import { Illustration } from '#ui/illustration.tsx'
import { Island } from '#ui/island.tsx'
import { Ltr } from '#ui/ltr.tsx'
import meeting from '#ui/meeting.svg?raw'
import { readShownTexts } from './contact-form.data.ts'
import { type ContactFormProps, Island as ContactForm } from './contact-form.island.tsx'
import type { ContactFormState } from './contact-form.ts'
import { ContactThanks } from './contact-thanks.tsx'
import { topicLabels, topics } from './leads.ts'

type Props = {
  facts: { business: PublicBusinessProfile; backendKey: string; standing: readonly string[] }
  request: { query: Record<string, string>; form?: unknown }
  texts: Awaited<ReturnType<typeof readShownTexts>>
}

export const load = async (backend: SupabaseClient) => ({ texts: await readShownTexts(backend) })

export const head = ({ request }: Props) => ({
  title: titleOf(request.form as ContactFormState | undefined),
  description: 'אפשר להשאיר פרטים ונחזור אליכם בתוך יום עסקים אחד, או לקבוע ישירות מועד לשיחה.',
  // The page with somebody's ticket on it is theirs alone.
  ...(request.query['ticket'] !== undefined && { robots: 'noindex' }),
})

/** A page that came back says so in its title, which is the first thing a screen reader reads. */
function titleOf(form: ContactFormState | undefined) {
  const why = whyItCameBack(form)
  return why ? `${why} – יצירת קשר` : 'יצירת קשר'
}

/** Where a visitor leaves a request, or finds another way to reach us. */
export function View({ facts: { business, backendKey, standing }, request, texts }: Props) {
  const ticket = request.query['ticket']
  const sent = ticket !== undefined && /^\d{1,12}$/.test(ticket)
  return (
    <section className="contact-page">
      <div className="wrap contact-page__in">
        <div className="contact-page__words">
          <h1 className="display d1">נשמח לשמוע מכם</h1>
          <p className="lead">אפשר להשאיר פרטים ונחזור אליכם בתוך יום עסקים אחד, או לקבוע ישירות מועד לשיחה.</p>
        </div>
        <div className="contact-page__card">
          {sent ? <ContactThanks ticket={ticket} /> : <Form {...{ business, backendKey, standing, request, texts }} />}
        </div>
        <div className="contact-page__aside">
          <Ways business={business} />
          <Illustration svg={meeting} className="contact-page__art" />
        </div>
      </div>
    </section>
  )
}

function Form({ business, backendKey, standing, request, texts }: Omit<Props, 'facts'> & Props['facts']) {
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const notice = texts.find(({ kind }) => kind === 'privacy_notice')
  const topic = topics.find((known) => known === request.query['topic'])
  const props: ContactFormProps = {
    topics: topics.map((value) => ({ value, label: topicLabels[value] })),
    marketing: marketing ? { id: marketing.id, text: marketing.he_text } : null,
    privacyTextId: notice?.id ?? null,
    backendKey,
    state: (request.form as ContactFormState | undefined) ?? { values: topic ? { topic } : {}, errors: {} },
  }
  return (
    <>
      <Island name="contact-form" props={props}>
        <ContactForm {...props} />
      </Island>
      {notice && (
        <p className="contact-page__notice">
          {fillTokens(notice.he_text, tokensOf(business))}{' '}
          {standing.includes('/privacy-policy') && <a href="/privacy-policy">מדיניות הפרטיות</a>}
        </p>
      )}
    </>
  )
}

function Ways({ business }: Pick<Props['facts'], 'business'>) {
  const { phone, mobile, email, address, hours } = business
  const whatsApp = mobile && parsePhone(mobile)?.slice(1)
  return (
    <ul className="contact-page__ways">
      {phone && (
        <Way icon={Phone}>
          <a href={`tel:${parsePhone(phone) ?? phone}`}>
            <Ltr>{phone}</Ltr>
          </a>
        </Way>
      )}
      {whatsApp && (
        <Way icon={MessageCircle}>
          <a href={`https://wa.me/${whatsApp}`} rel="noopener">
            שליחת הודעה בוואטסאפ
          </a>
        </Way>
      )}
      {email && (
        <Way icon={Mail}>
          <a href={`mailto:${email}`}>
            <Ltr>{email}</Ltr>
          </a>
        </Way>
      )}
      {address && <Way icon={MapPin}>{address}</Way>}
      {hours && <Way icon={Clock}>{hours}</Way>}
    </ul>
  )
}

function Way({ icon, children }: { icon: typeof Phone; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <span>{children}</span>
    </li>
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
