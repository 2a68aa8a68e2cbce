import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readCallBooking, readHost } from '#features/booking/public/host-page.data.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { CallForm } from './call-form.tsx'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { Ltr } from '#ui/ltr.tsx'
import { FormSuccess } from '#ui/forms/form-success.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { type LoadedBooking, loadBooking } from '../booking/booking-panel.tsx'
import { FlowTop } from '../booking/flow-top.tsx'
import { Blocks } from '../site/blocks/blocks.tsx'
import { readContent, type SiteContent } from '../site/content.ts'
import { CallBooking } from './call-booking.tsx'
import { WhatsAppLink } from './whatsapp-link.tsx'
import { FormCard } from './form-card.tsx'
import { openingOf } from './opening-of.ts'

type Props = PageProps & {
  content: SiteContent | undefined
  texts: ShownText[]
  /** The appointment type that the owner chose for the call buttons. */
  booking?: LoadedBooking | undefined
}

/** Without navigation: the page has a single task. */
export const quiet = true

/** The form is available before its texts are published, under a default heading. */
export async function load(backend: Backend, request: PageRequest) {
  const [content, texts, booking] = await Promise.all([
    readContent(backend, request, '/book-a-call'),
    readShownTexts(backend),
    loadCallBooking(backend, request),
  ])
  return { content, texts, booking, holdsUntil: booking?.holdsUntil }
}

async function loadCallBooking(backend: Backend, request: PageRequest): Promise<LoadedBooking | undefined> {
  const path = await readCallBooking(backend)
  const [host = '', slug = ''] = path?.split('/').slice(2) ?? []
  const found = await readHost(backend, host, slug)
  const type = found?.types.find((one) => one.slug === slug)
  return found && type && loadBooking(backend, request, found, type)
}

const textsOf = ({ content, facts }: Pick<Props, 'content' | 'facts'>) =>
  openingOf(content, facts, {
    title: 'שיחת היכרות',
    lead: 'אפשר להשאיר מספר, ונתקשר כדי לתאם מועד שנוח לכם.',
  })

export function head(props: Props): Head {
  const { request } = props
  const { title, lead } = textsOf(props)
  const errorMessage = formErrorMessage(request.form as FormState | undefined)
  return {
    title: errorMessage ? `${errorMessage} – ${title}` : title,
    description: lead,
    ...(request.query['ticket'] !== undefined && { robots: 'noindex' }),
  }
}

/** Booking of the chosen appointment type, and the callback form. Without a chosen type: only the form. */
export function View(props: Props) {
  const { facts, request, content, booking } = props
  const isAsked = request.query['ticket'] !== undefined || request.form !== undefined
  return (
    <>
      <FlowTop business={facts.business} />
      {booking && !isAsked ? (
        <CallBooking words={textsOf(props)} facts={facts} request={request} booking={booking}>
          <Callback {...props} />
        </CallBooking>
      ) : (
        <FormCard
          facts={facts}
          words={textsOf(props)}
          opens
          note="השאירו מספר, ונתקשר ביום העסקים הקרוב לקבוע שעה שנוחה לכם."
        >
          <Callback {...props} />
          {ticketOf(request) === undefined && <WhatsAppLink business={facts.business} />}
        </FormCard>
      )}
      {content && <Blocks blocks={content.page.blocks.slice(1)} facts={facts} rows={content.rows} />}
    </>
  )
}

/** The number of the submitted request. */
function ticketOf({ query }: PageRequest) {
  const { ticket } = query
  return ticket !== undefined && /^\d{1,12}$/.test(ticket) ? ticket : undefined
}

function Callback({ facts, request, texts }: Props) {
  const ticket = ticketOf(request)
  if (ticket !== undefined)
    return (
      <FormSuccess
        title={
          <>
            הבקשה התקבלה. מספר פנייה: <Ltr>{ticket}</Ltr>
          </>
        }
      >
        <p>נתקשר ביום העסקים הקרוב כדי לתאם מועד.</p>
        {facts.publishedPaths.includes('/preparation') && (
          <p>
            <a href="/preparation">חמש דקות הכנה לפני שנפגשים</a>
          </p>
        )}
      </FormSuccess>
    )
  return (
    <>
      <CallForm
        state={request.form as FormState | undefined}
        marketing={texts.find(({ kind }) => kind === 'marketing')}
        notice={<NoticeShown texts={texts} />}
      />
      <PrivacyNotice texts={texts} facts={facts} />
    </>
  )
}
