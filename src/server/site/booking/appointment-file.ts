// The calendar file of an appointment, by its manage link.
import type { FastifyInstance } from 'fastify'
import { icalUidOf } from '#integrations/google/event-id.ts'
import { calendarFile } from '#lib/time/calendar-file.ts'
import { aboutLink } from '#features/booking/booking-labels.ts'
import { readLinkedAppointment } from '#features/booking/manage/manage-page.data.ts'
import { placeText } from '#features/booking/public/booking-offer.ts'
import { managePath } from '#features/booking/public/booking-view.ts'
import type { SiteParts } from '../site.ts'

const headers = {
  'content-type': 'text/calendar; charset=utf-8',
  'content-disposition': 'attachment; filename="appointment.ics"',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export function mountAppointmentFile(app: FastifyInstance, { backend, responder, siteUrl }: SiteParts) {
  app.get<{ Params: { token: string } }>('/appointment/manage/:token/calendar.ics', async (request, reply) => {
    const { token } = request.params
    const found = await readLinkedAppointment(backend, token)
    if (!found) return responder.notFound(request, reply)
    const isCancelled = ['cancelled', 'rejected', 'expired'].includes(found.status)
    const file = calendarFile({
      uid: icalUidOf(found.rootId),
      // A cancellation has a higher sequence number than the last sent change.
      sequence: found.sequence + (isCancelled ? 1 : 0),
      title: `${found.title} עם ${found.hostName}`,
      description: `${aboutLink(found.role)}: ${siteUrl}${managePath(token)}`,
      place: found.joinUrl ?? placeText(found),
      url: found.joinUrl,
      startsAt: found.startsAt,
      endsAt: found.endsAt,
      changedAt: found.statusAt,
      isCancelled,
      isTentative: found.status === 'pending' || found.status === 'awaiting_payment',
    })
    return reply.headers(headers).send(file)
  })
}
