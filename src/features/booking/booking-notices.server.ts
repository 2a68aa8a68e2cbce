// Notifies the host of changes that clients make to their appointments.
import type { EventRow, Subscriber } from '#platform/events/dispatcher.server.ts'

const titles = {
  'appointment.requested': { title: 'בקשה לפגישה מחכה לאישור', severity: 'high' },
  'appointment.confirmed': { title: 'נקבעה פגישה', severity: 'medium' },
  'appointment.rescheduled': { title: 'פגישה עברה למועד אחר', severity: 'medium' },
  'appointment.cancelled': { title: 'פגישה בוטלה', severity: 'high' },
} as const

/** Changes by staff are not announced. */
export const bookingNotices: Subscriber = {
  name: 'booking-notices',
  types: Object.keys(titles),
  async handle(db, { type, entity_id: id, is_demo, actor_id }: EventRow) {
    if (is_demo) return
    const { title, severity } = titles[type as keyof typeof titles]
    await db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select u.user_id, $2, left($3 || ': ' || a.title, 200),
         concat_ws(', ', m.name, to_char(a.starts_at at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI')), $4, 'contact', a.contact_id
       from appointments a left join appointment_attendees m on m.appointment_id = a.id and m.role = 'main',
         notice_recipients(a.user_id) u (user_id)
       where a.id = $1 and not is_colleague($5)`,
      [id, type, title, severity, actor_id],
    )
  },
}
