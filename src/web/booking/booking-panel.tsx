import '#features/booking/public/booking.css'
import type { Backend } from '#client/backend.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { type FullGroup, readFullGroups } from '#features/booking/group-waits/group-waits.data.ts'
import { WaitingForm } from '#features/booking/group-waits/waiting-form.tsx'
import { awayNotes, type TimeAway } from '#features/booking/public/away-notes.ts'
import { BookingCard } from '#features/booking/public/booking-card.tsx'
import type { BookableType, Host } from '#features/booking/public/booking-offer.ts'
import { Island as StepsIsland } from '#features/booking/public/booking-steps.island.tsx'
import { Island } from '#features/booking/public/booking.island.tsx'
import { linkObstacleTexts } from '#features/booking/links/link-obstacles.ts'
import type { FreeSlots } from '#features/booking/public/free-days.ts'
import {
  type BookingLinkView,
  type HostPage,
  readBookingLink,
  readFreeSlots,
} from '#features/booking/public/host-page.data.ts'
import {
  bookingViewOf,
  choicesOf,
  linkOf,
  spanOf,
  withBookingParams,
} from '#features/booking/public/view-of-request.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Island as IslandFrame } from '#ui/island.tsx'
import type { PageProps, PageRequest, TimedContent } from '../pages.ts'
import { ClosedHost } from './closed-host.tsx'

export type LoadedBooking = TimedContent & {
  host: Host
  type: BookableType
  /** Absent while the host takes no appointments. */
  free: FreeSlots | undefined
  closedText: string
  away: readonly TimeAway[]
  link: BookingLinkView
  hasOthers: boolean
  /** Full slot groups, whose waiting list a visitor can join. */
  full: readonly FullGroup[]
  texts: ShownText[]
  now: number
}
export type BookingProps = PageProps & LoadedBooking

/** A cached page is rendered again after this time: the first view shows slots that are at most this old. */
const freshMs = 30_000

/** The initial slots of the picker. */
export async function loadBooking(
  backend: Backend,
  request: PageRequest,
  { host, isOpen, closedText, away, types }: HostPage,
  type: BookableType,
): Promise<LoadedBooking> {
  const now = Date.now()
  const selected = choicesOf(request, type, now)
  const { zone, minutes } = selected
  const search = { typeId: type.id, minutes, zone, ...spanOf(selected, now) }
  const link = await readBookingLink(backend, type, linkOf(request))
  const [free, texts, full] = await Promise.all([
    isOpen && !link.obstacle ? readFreeSlots(backend, search) : undefined,
    readShownTexts(backend),
    type.seats === null ? [] : readFullGroups(backend, type.id),
  ])
  const hasOthers = types.some(({ slug, isHidden }) => slug !== type.slug && !isHidden)
  const holdsUntil = new Date(now + freshMs).toISOString()
  return { host, type, free, closedText, away, link, hasOthers, full, texts, now, holdsUntil }
}

type Props = BookingProps & {
  /** Whether the heading is the h1 of the page. */
  opens: boolean
  /** Path of the site page that shows the picker: without JavaScript, the day links point there. */
  daysPath?: string
}

/** The card of an appointment type with its picker. */
export function BookingPanel(props: Props) {
  const { facts, host, type, free, closedText, link, hasOthers, full, texts, opens } = props
  const form = props.request.form as FormState | undefined
  const isWait = form?.values?.['waits'] !== undefined
  const isWaiting = props.request.query['waiting'] !== undefined
  // A submission of the waiting list form is not passed to the picker.
  const request = isWait ? { ...props.request, form: undefined } : props.request
  const closed = link.obstacle ? linkObstacleTexts[link.obstacle] : { text: closedText }
  return (
    <>
      <div className="booking">
        <BookingCard
          host={host}
          type={type}
          others={hasOthers ? withBookingParams(`/book/${host.slug}`, request.query) : undefined}
          opens={opens}
        />
        {free ? (
          <Picker {...props} request={request} free={free} />
        ) : (
          <ClosedHost
            {...closed}
            facts={facts}
            texts={opens ? texts : undefined}
            typed={isWait ? undefined : form?.values}
          />
        )}
      </div>
      {(full.length > 0 || isWaiting) && (
        <WaitingForm
          path={`/book/${host.slug}/${type.slug}`}
          groups={full}
          lockedZone={type.lockedZone}
          state={isWait ? form : undefined}
          isWaiting={isWaiting}
          notice={
            <>
              <NoticeShown texts={texts} />
              <PrivacyNotice texts={texts} facts={facts} />
            </>
          }
        />
      )}
    </>
  )
}

function Picker({ facts, request, host, type, free, away, link, texts, now, daysPath }: Props & { free: FreeSlots }) {
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const parts = {
    path: `/book/${host.slug}/${type.slug}`,
    daysPath,
    host,
    type,
    free,
    away: awayNotes(away),
    marketing: marketing ? { id: marketing.id, text: marketing.he_text } : null,
    texts: texts.filter(({ kind }) => kind === 'privacy_notice'),
    facts: {
      business: facts.business,
      publishedPaths: facts.publishedPaths.filter((path) => path === '/privacy-policy' || path === '/preparation'),
    },
    backendKey: facts.backendKey,
    link: link.token,
    details: link.details,
  }
  const view = bookingViewOf(request, parts, now)
  return view.step === 'when' ? (
    <IslandFrame name="booking" props={view}>
      <Island {...view} />
    </IslandFrame>
  ) : (
    <IslandFrame name="booking-steps" props={view}>
      <StepsIsland {...view} />
    </IslandFrame>
  )
}
