// Data of the booking pages, read by the server: the host with the offered types, and the free slots.
import type { Backend } from '#client/backend.ts'
import type { OpenedLink } from '../links/booking-links.ts'
import type { LinkObstacle } from '../links/link-obstacles.ts'
import { photoUrl } from '#platform/accounts/staff.data.ts'
import type { TimeAway } from './away-notes.ts'
import type { BookableType, Host } from './booking-offer.ts'
import type { FreeSlots } from './free-days.ts'
import { freeSlotsOf, type SlotAnswer, type SlotSearch, slotsPath } from './slot-search.ts'

type HostAnswer = {
  userId: string
  slug: string
  name: string
  photoPath: string | null
  headline: string
  isOpen: boolean
  closedText: string
  away: readonly TimeAway[]
  types: BookableType[]
}

export type HostPage = { host: Host } & Pick<HostAnswer, 'isOpen' | 'closedText' | 'away' | 'types'>

/** A host by slug or user id; undefined for an unknown one. `type` is the slug of a type that may be hidden. */
export async function readHost(backend: Backend, address: string, type?: string): Promise<HostPage | undefined> {
  if (!/^[\w-]{1,60}$/.test(address)) return undefined
  const found = await ask<HostAnswer>(
    backend,
    `booking-page?${new URLSearchParams({ host: address, ...(type && { type }) }).toString()}`,
  )
  if (!found) return undefined
  const { userId, slug, name, photoPath, headline, ...page } = found
  return { ...page, host: { id: userId, slug, name, headline, photo: photoUrl(backend, photoPath) } }
}

/** The free slots; undefined while the host's slots cannot be offered. */
export async function readFreeSlots(backend: Backend, search: SlotSearch): Promise<FreeSlots | undefined> {
  const answer = await ask<SlotAnswer>(backend, slotsPath(search))
  return answer && freeSlotsOf(answer, search)
}

/** The function's response; undefined for an unknown slug, an unreadable calendar, or a type or host that accepts no bookings. */
async function ask<Answer>(backend: Backend, path: string): Promise<Answer | undefined> {
  const { data, error } = await backend.functions.invoke<Answer>(path, { method: 'GET' })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && [404, 409, 422, 503].includes(context.status)) return undefined
  throw error
}

/** A link's token with its prefilled details, or why no slots are offered. */
export type BookingLinkView = {
  token?: string | undefined
  obstacle?: LinkObstacle | undefined
  details: OpenedLink['details']
}

export async function readBookingLink(
  backend: Backend,
  { id: typeId, requiresLink }: Pick<BookableType, 'id' | 'requiresLink'>,
  token: string | undefined,
): Promise<BookingLinkView> {
  if (!token) return { details: {}, obstacle: requiresLink ? 'missing' : undefined }
  const { data, error } = await backend.functions.invoke<OpenedLink>('open-booking-link', { body: { typeId, token } })
  if (data) return { token, details: data.details, obstacle: data.state === 'open' ? undefined : data.state }
  const { context } = error as { context?: unknown }
  if (context instanceof Response && [404, 422].includes(context.status)) return { details: {}, obstacle: 'unknown' }
  throw error
}

/** Visible types of hosts that accept bookings. */
export async function readBookingAddresses(backend: Backend) {
  const { data } = await backend.rpc('booking_addresses').throwOnError()
  return data
}

/** Path of the booking page that the owner chose for the call buttons. */
export async function readCallBooking(backend: Backend): Promise<string | undefined> {
  const { data } = await backend.rpc('call_booking_path').throwOnError()
  return data ?? undefined
}
