// Mails the link by which the owner of a booked address confirms that a meeting of their package is used.
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { splitName } from '#lib/split-name.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import type { BookAppointment } from './booking.ts'
import type { BookableType } from './insert-appointment.server.ts'
import { managePath } from './public/booking-view.ts'

type Held = Pick<BookAppointment, 'name' | 'email' | 'startsAt' | 'zone'> & {
  rootId: string
  type: Pick<BookableType, 'title' | 'locked_zone'>
  decideBy: Date
  /** A separate token, which the response to the booking never contains. */
  token: string
}

/** Not a message rule, because rules can be disabled: without this mail no package can be used. */
export async function mailPackageProof(
  db: Db,
  { mails, siteUrl }: { mails: Mails<Db>; siteUrl: string },
  { rootId, type, name, email, startsAt, zone: ownZone, decideBy, token }: Held,
) {
  await db.query(
    `insert into appointment_links (token_hash, root_id, role, proves_attendee) values (link_hash($1), $2, 'main', true)`,
    [token, rootId],
  )
  const inZone = type.locked_zone ?? ownZone
  const { date, time, zone } = meetingMoment(new Date(startsAt), inZone)
  await mails.send(db, {
    kind: 'appointment_prove_package',
    to: email,
    values: {
      firstName: splitName(name).first_name,
      appointmentType: type.title,
      meetingDate: date,
      meetingTime: time,
      timeZone: zone,
      heldUntil: meetingMoment(decideBy, inZone).time,
    },
    link: `${siteUrl}${managePath(token)}`,
  })
}
