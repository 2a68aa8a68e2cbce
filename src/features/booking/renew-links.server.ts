// renew-appointment-links: mails new manage links to an address. The response does not reveal whether the address has
// appointments.
import type { Mails } from '#features/email-templates/email-templates.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { splitName } from '#lib/split-name.ts'
import { RenewLinks } from './booking.ts'
import { type AttendeeRole, refusals } from './booking-labels.ts'
import { newToken } from './booking.server.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'

type LinkedBooking = {
  root_id: string
  role: AttendeeRole
  name: string
  title: string
  starts_at: Date
  client_zone: string
}

export const renewAppointmentLinks = ({ mails, siteUrl }: { mails: Mails<Db>; siteUrl: string }) =>
  defineFunction({
    name: 'renew-appointment-links',
    caller: 'anyone',
    as: 'service', // links are mailed only to the given address
    refusals,
    perClient: { burst: 10, refillMs: 3_600_000 },
    input: RenewLinks,
    output: z.object({}),
    async run({ input: { email: to }, db }) {
      const found = await db.query<LinkedBooking>('select * from appointments_of_address($1)', [to])
      for (const { root_id, role, name, title, starts_at, client_zone } of found) {
        const token = newToken()
        await db.query(
          'insert into appointment_links (token_hash, root_id, role, proves_attendee) values (link_hash($1), $2, $3, true)',
          [token, root_id, role],
        )
        const { date, time, zone } = meetingMoment(starts_at, client_zone)
        await mails.send(db, {
          kind: 'appointment_link',
          to,
          values: {
            firstName: splitName(name).first_name,
            appointmentType: title,
            meetingDate: date,
            meetingTime: time,
            timeZone: zone,
          },
          link: `${siteUrl}/appointment/manage/${token}`,
        })
      }
      return {}
    },
  })
