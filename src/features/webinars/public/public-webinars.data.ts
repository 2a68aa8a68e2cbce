// Reads of the public webinar pages.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'
import type { EmailContent } from '#features/email-templates/email-templates.ts'
import type { VideoSource } from '#platform/player/video-source.ts'
import { type JustInTime, nextFreeQuarter, nextOpening, quarterHoldsUntil } from '../just-in-time.ts'
import type { RegistrationState, SessionState, VisitState, WebinarKind } from '../webinar-labels.ts'
import { webinarPath } from '../webinars.ts'
import { nextDate } from './next-date.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'shown_webinars.kind': WebinarKind
    'shown_webinar_sessions.status': SessionState
    'webinar_template_preview.mails': Partial<Record<string, EmailContent>>
    'webinar_visit.kind': WebinarKind
    'webinar_visit.state': VisitState
    'webinar_visit.registration_state': RegistrationState
    'webinar_visit.status': SessionState | null
    'webinar_visit.stream': VideoSource | null
    'webinar_visit.recording': VideoSource | null
    'webinar_visit.thank_you_video': VideoSource | null
    'webinar_visit.chapters': { at: number; title: string }[]
  }
}

/**
 * All published webinars with their sessions, and the next quarter of an hour that can start. At night it is the first
 * of the next morning.
 */
export async function readShownWebinars(backend: Backend) {
  const [webinars, sessions] = await Promise.all([
    backend.rpc('shown_webinars').throwOnError(),
    backend.rpc('shown_webinar_sessions').throwOnError(),
  ])
  const now = Date.now()
  return webinars.data.map((webinar) => {
    const own = sessions.data.filter(({ webinar_id: id }) => id === webinar.id)
    return { ...webinar, sessions: own, soon: soonOf(webinar, own, now) }
  })
}
export type ShownWebinar = Awaited<ReturnType<typeof readShownWebinars>>[number]

/** The path of each published webinar by the path of its page of blocks. If several share a page, the first one. */
export async function readWebinarPages(backend: Backend): Promise<ReadonlyMap<string, string>> {
  const { data } = await backend.rpc('shown_webinars').throwOnError()
  return new Map(data.toReversed().flatMap(({ page_path: page, slug }) => (page ? [[page, webinarPath(slug)]] : [])))
}

/** Sessions open for registration. */
export const openSessions = ({ sessions }: ShownWebinar) =>
  sessions.filter(({ status }) => status === 'scheduled' || status === 'lobby' || status === 'live')

type Taking = { starts_at: string; status: string; seats_left: number | null }

/**
 * The next quarter of an hour that accepts registrations, whether its session exists or is created by the first one. Outside of the hours,
 * the first quarter of the next ones, unless a recording is available.
 */
function soonOf(webinar: JustInTime, sessions: readonly Taking[], now: number): string | undefined {
  const taken = sessions.filter(({ status, seats_left: seatsLeft }) => status === 'cancelled' || seatsLeft === 0)
  const starts = taken.map(({ starts_at: at }) => Date.parse(at))
  const canWatch = sessions.some(({ status }) => status === 'replay')
  return nextFreeQuarter(webinar, now, starts) ?? (canWatch ? undefined : nextOpening(webinar, now, starts))
}

/**
 * Sessions that a form lists by id; the next quarter of an hour is a separate choice, which is never full. Of live broadcasts, only the
 * last with a free seat, or the last of all.
 */
export function listedSessions(webinar: ShownWebinar) {
  const open = openSessions(webinar)
  const on = open.filter(({ status }) => status === 'live')
  const joined = on.findLast(({ seats_left: seatsLeft }) => seatsLeft !== 0) ?? on.at(-1)
  return open
    .filter((session) => session.status !== 'live' || session === joined)
    .filter(({ starts_at: at }) => !webinar.soon || Date.parse(at) !== Date.parse(webinar.soon))
}

export const nextDateOf = (webinar: ShownWebinar) => nextDate(listedSessions(webinar), webinar.soon)

/** The webinar with this slug while it is open for registration; without a slug, the next to start. */
export function nextWebinar(webinars: readonly ShownWebinar[], slug: string): ShownWebinar | undefined {
  const startOf = (webinar: ShownWebinar) => nextDateOf(webinar)?.starts_at
  if (slug)
    return webinars.find((webinar) => webinar.slug === slug && (webinar.kind === 'on_demand' || startOf(webinar)))
  return webinars
    .filter((webinar) => startOf(webinar) !== undefined)
    .toSorted((one, other) => Date.parse(startOf(one)!) - Date.parse(startOf(other)!))[0]
}

/** The next instant at which a page of sessions may change, as an ISO instant. */
export function holdsUntil(webinars: readonly ShownWebinar[], now: number): string | undefined {
  const instants = webinars
    .flatMap(({ sessions, duration_minutes: minutes }) =>
      sessions.flatMap(({ starts_at: startsAt, replay_until: until }) => {
        const start = Date.parse(startsAt)
        return [start - 1_800_000, start, start + minutes * 60_000, until ? Date.parse(until) : 0]
      }),
    )
    .concat(webinars.some(({ just_in_time_from: from }) => from) ? [Date.parse(quarterHoldsUntil(now))] : [])
    .filter((at) => at > now)
  return instants.length > 0 ? new Date(Math.min(...instants)).toISOString() : undefined
}

/** The registration of a token; undefined for an unknown token. */
export async function readVisit(backend: Backend, token: string) {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('webinar_visit', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}
export type WebinarVisit = NonNullable<Awaited<ReturnType<typeof readVisit>>>

/** Whether this registrant consented to WhatsApp messages, and the last digits of the number; undefined for an unknown token. */
export async function readPhoneConsent(backend: Backend, token: string) {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('webinar_phone_consent', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}
export type PhoneConsent = NonNullable<Awaited<ReturnType<typeof readPhoneConsent>>>

export async function readInvitation(backend: Backend, token: string) {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('webinar_invitation', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}

/** The content of a /template-preview link; undefined if it is unknown, expired, or of another template. */
export async function readTemplatePreview(backend: Backend, id: string, token: string) {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('webinar_template_preview', { token }).maybeSingle().throwOnError()
  return data?.template_id === id ? data : undefined
}
export type TemplatePreview = NonNullable<Awaited<ReturnType<typeof readTemplatePreview>>>
