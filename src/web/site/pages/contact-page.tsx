import './contact-page.css'
import type { Backend } from '#client/backend.ts'
import { Clock, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { ContactCard } from '#features/leads/contact-card.tsx'
import type { ContactFormState } from '#features/leads/contact-form.ts'
import { blockKinds } from '#platform/pages/blocks.ts'
import { formErrorMessage } from '#lib/forms/form-post.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import { Ltr } from '#ui/ltr.tsx'
import call from '#ui/art/call.svg?raw'
import type { Head, PageProps, PageRequest, SiteFacts } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { fillBlockTokens } from '../blocks/fill-block-tokens.ts'
import { callPath } from '../call-path.ts'
import { readContent, type SiteContent } from '../content.ts'
import { FormPage } from '../form-page.tsx'

type Props = PageProps & { content: SiteContent | undefined; texts: ShownText[] }

export const startsWithForm = true

/** The form is available before its texts are published, under a default heading. */
export async function load(backend: Backend, request: PageRequest) {
  const [content, texts] = await Promise.all([readContent(backend, request, '/contact'), readShownTexts(backend)])
  return { content, texts, holdsUntil: content?.holdsUntil }
}

export function head(props: Props): Head {
  const { request } = props
  const errorMessage = formErrorMessage(request.form as ContactFormState | undefined)
  return {
    // The title of a rejected form states the errors, because a screen reader announces it first.
    title: errorMessage ? `${errorMessage} – יצירת קשר` : 'יצירת קשר',
    description: textsOf(props).lead,
    // A page with a ticket number is private.
    ...(request.query['ticket'] !== undefined && { robots: 'noindex' }),
  }
}

/** Contact form and other contact channels. */
export function View(props: Props) {
  const { facts, request, texts, content } = props
  const { title, lead } = textsOf(props)
  const ticket = request.query['ticket']
  return (
    <>
      <FormPage
        title={title}
        lead={lead}
        leadEnd={facts.callBooking && ticket === undefined && <BookingLink path={callPath(facts)} />}
        card={
          <ContactCard
            facts={facts}
            texts={texts}
            topic={request.query['topic']}
            form={request.form as ContactFormState | undefined}
            ticket={ticket !== undefined && /^\d{1,12}$/.test(ticket) ? ticket : undefined}
          >
            <PrivacyNotice texts={texts} facts={facts} />
          </ContactCard>
        }
        isAsideFirst
        aside={
          <div className="contact-page__aside">
            <ContactChannels business={facts.business} />
            <Illustration svg={call} className="contact-page__art" />
          </div>
        }
      />
      {content && <Blocks blocks={content.page.blocks.slice(1)} facts={facts} rows={content.rows} />}
    </>
  )
}

const BookingLink = ({ path }: { path: string }) => (
  <>
    אפשר גם <a href={path}>לקבוע מועד לשיחה ביומן</a>.
  </>
)

const unpublished = {
  title: 'נשמח לשמוע מכם',
  lead: 'אפשר להשאיר פרטים ונחזור אליכם בתוך יום עסקים אחד.',
}

function textsOf({ content, facts }: Pick<Props, 'content' | 'facts'>) {
  const opening = content?.page.blocks.find((block) => block.kind === 'opening')
  return opening ? fillBlockTokens({ ...blockKinds.opening.blank, ...opening.content }, facts.business) : unpublished
}

function ContactChannels({ business }: Pick<SiteFacts, 'business'>) {
  const { phone, mobile, email, address, hours } = business
  const whatsApp = mobile && parsePhone(mobile)?.slice(1)
  return (
    <ul className="contact-page__ways">
      {phone && (
        <ContactChannel icon={Phone}>
          <a href={`tel:${parsePhone(phone) ?? phone}`}>
            <Ltr>{phone}</Ltr>
          </a>
        </ContactChannel>
      )}
      {whatsApp && (
        <ContactChannel icon={MessageCircle}>
          <a href={`https://wa.me/${whatsApp}`} rel="noopener">
            שליחת הודעה בוואטסאפ
          </a>
        </ContactChannel>
      )}
      {email && (
        <ContactChannel icon={Mail}>
          <a href={`mailto:${email}`}>
            <Ltr>{email}</Ltr>
          </a>
        </ContactChannel>
      )}
      {address && <ContactChannel icon={MapPin}>{address}</ContactChannel>}
      {hours && <ContactChannel icon={Clock}>{hours}</ContactChannel>}
    </ul>
  )
}

function ContactChannel({ icon, children }: { icon: typeof Phone; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <span>{children}</span>
    </li>
  )
}
