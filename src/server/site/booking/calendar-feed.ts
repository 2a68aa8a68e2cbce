// The private calendar subscription of a host (iCalendar).
import type { FastifyInstance } from 'fastify'
import { icalUidOf } from '#integrations/google/event-id.ts'
import { calendarFile } from '#lib/time/calendar-file.ts'
import type { FeedEntry } from '#features/booking/calendar-feed.server.ts'
import { placeText } from '#features/booking/public/booking-offer.ts'
import type { SiteParts } from '../site.ts'

const headers = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}

export function mountCalendarFeed(app: FastifyInstance, { backend, responder }: SiteParts) {
  app.get<{ Params: { token: string } }>('/calendar-feed/:token/appointments.ics', async (request, reply) => {
    const { token } = request.params
    const { data, error } = await backend.functions.invoke<FeedEntry[]>('open-calendar-feed', { body: { token } })
    if (error || !data) {
      const { context } = (error ?? {}) as { context?: unknown }
      const isUnknown = context instanceof Response && (context.status === 404 || context.status === 422)
      if (!isUnknown) throw error
      return responder.notFound(request, reply)
    }
    return reply.headers(headers).send(calendarFile(...data.map(entryOf)))
  })
}

const entryOf = (one: FeedEntry) => ({
  uid: icalUidOf(one.rootId),
  sequence: one.sequence,
  title: one.names ? `${one.title}: ${one.names.join(' ו')}` : one.title,
  description: '',
  place: one.joinUrl ?? placeText(one),
  url: one.joinUrl,
  startsAt: one.startsAt,
  endsAt: one.endsAt,
  changedAt: one.changedAt,
  isCancelled: false,
  isTentative: one.status === 'pending' || one.status === 'awaiting_payment',
})
