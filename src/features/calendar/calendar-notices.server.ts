// Notifies a host in the app and by mail that their calendar connection is broken.
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Subscriber } from '#platform/events/dispatcher.server.ts'
import { type CalendarErrorCode, errorTexts } from './calendar.ts'

export const calendarNotices = ({ mails, siteUrl }: { mails: Mails<Db>; siteUrl: string }): Subscriber => ({
  name: 'calendar-notices',
  types: ['calendar.broken'],
  async handle(db, { entity_id: hostId }) {
    // Skipped if the connection was repaired since, or the host left the team.
    const [broken] = await db.query<{ account: string; fault: CalendarErrorCode; email: string }>(
      'select * from calendar_secrets.broken_connection($1)',
      [hostId],
    )
    if (!broken) return
    await db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       values ($1, 'calendar.broken', 'היומן המחובר הפסיק לעבוד', $2, 'critical', 'calendar', $1)`,
      [hostId, errorTexts[broken.fault]],
    )
    const link = `${siteUrl}/crm/settings?tab=integrations`
    await mails.send(db, { kind: 'calendar_broken', to: broken.email, values: { email: broken.account }, link })
  },
})
