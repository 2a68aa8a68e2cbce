import './booking.css'
import type { Backend } from '#client/backend.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { Island as IslandFrame } from '#ui/island.tsx'
import { BookingCard } from './booking-card.tsx'
import type { BookableType, Host } from './booking-offer.ts'
import { ClosedHost } from './closed-host.tsx'
import { FlowTop } from './flow-top.tsx'
import type { FreeSlots } from './free-days.ts'
import { readFreeSlots, readHost } from './host-page.data.ts'
import { Island } from './booking.island.tsx'
import { bookingViewOf, choicesOf, spanOf } from './view-of-request.ts'

export type BookingRequest = {
  path: string
  params: Record<string, string>
  query: Record<string, string>
  form?: unknown
}
export type BookingFacts = {
  business: PublicBusinessProfile
  publishedPaths: readonly string[]
  backendKey: string
}
export type TypePageProps = {
  facts: BookingFacts
  request: BookingRequest
  host: Host
  type: BookableType
  /** Absent while the host takes no appointments. */
  free: FreeSlots | undefined
  closedText: string
  hasOthers: boolean
  texts: ShownText[]
  now: number
}

/** A cached page is rendered again after this time: the first view shows slots that are at most this old. */
const freshMs = 30_000

export async function load(backend: Backend, request: BookingRequest) {
  const { userId = '', appointmentTypeSlug = '' } = request.params
  const found = await readHost(backend, userId, appointmentTypeSlug)
  const type = found?.types.find(({ slug }) => slug === appointmentTypeSlug)
  return found && type && loadType(backend, request, { ...found, type })
}

type Found = Pick<TypePageProps, 'host' | 'type' | 'closedText'> & {
  isOpen: boolean
  types: readonly { slug: string; isHidden: boolean }[]
}

export async function loadType(backend: Backend, request: BookingRequest, found: Found) {
  const now = Date.now()
  const { host, type, isOpen, closedText, types } = found
  const chosen = choicesOf(request, type, now)
  const { zone, minutes } = chosen
  const search = { typeId: type.id, minutes, zone, ...spanOf(chosen, now) }
  const [free, texts] = await Promise.all([
    isOpen ? readFreeSlots(backend, search) : undefined,
    readShownTexts(backend),
  ])
  const hasOthers = types.some(({ slug, isHidden }) => slug !== type.slug && !isHidden)
  return { host, type, free, closedText, hasOthers, texts, now, holdsUntil: new Date(now + freshMs).toISOString() }
}

export const quiet = true

export function head({ type, host, request }: TypePageProps) {
  const why = formErrorMessage(request.form as FormState | undefined)
  const title = `${type.title} עם ${host.name}`
  return {
    title: why ? `${why} – ${title}` : title,
    description: type.description.slice(0, 155) || title,
    robots: 'noindex',
  }
}

export function View(props: TypePageProps) {
  return (
    <>
      <FlowTop business={props.facts.business} />
      <div className="flow-page">
        <Booking {...props} opens />
      </div>
    </>
  )
}

/** The card of the type with its picker. */
export function Booking(props: TypePageProps & { opens: boolean }) {
  const { facts, host, type, free, closedText, hasOthers, opens } = props
  return (
    <div className="booking">
      <BookingCard host={host} type={type} others={hasOthers ? `/book/${host.slug}` : undefined} opens={opens} />
      {free ? <Picker {...props} free={free} /> : <ClosedHost text={closedText} business={facts.business} />}
    </div>
  )
}

function Picker({ facts, request, host, type, free, texts, now }: TypePageProps & { free: FreeSlots }) {
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const parts = {
    path: `/book/${host.slug}/${type.slug}`,
    host,
    type,
    free,
    marketing: marketing ? { id: marketing.id, text: marketing.he_text } : null,
    texts: texts.filter(({ kind }) => kind === 'privacy_notice'),
    facts: {
      business: facts.business,
      publishedPaths: facts.publishedPaths.filter((path) => path === '/privacy-policy' || path === '/preparation'),
    },
    backendKey: facts.backendKey,
  }
  const view = bookingViewOf(request, parts, now)
  return (
    <IslandFrame name="booking" props={view}>
      <Island {...view} />
    </IslandFrame>
  )
}
