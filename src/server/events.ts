// The list of subscribers of domain events, and of time-based events. Run by any node.
import { automationEvents } from '#features/automations/running/automation-events.server.ts'
import { emitReachedDates } from '#features/automations/running/date-triggers.server.ts'
import { bookingNotices } from '#features/booking/booking-notices.server.ts'
import { calendarNotices } from '#features/calendar/calendar-notices.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { startRunner } from '#features/automations/running/runner.server.ts'
import { orderNotices } from '#features/orders/order-notices.server.ts'
import { staffNotices } from '#features/notifications/staff-notices.server.ts'
import { type DispatcherOptions, startDispatcher } from '#platform/events/dispatcher.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { eventContexts, eventTypes } from '#web/crm/automations/event-catalog.ts'

type Options = {
  connect: Connect
  log: DispatcherOptions['log']
  siteUrl: string
  mails: Mails<Db>
}

export async function openEvents({ connect, log, siteUrl, mails }: Options): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(connect('authenticator'), 4)
  const dispatcher = await startDispatcher({
    pool,
    log,
    subscribers: [
      staffNotices,
      bookingNotices,
      orderNotices,
      calendarNotices({ mails, siteUrl }),
      automationEvents({ types: eventTypes, contexts: eventContexts }),
    ],
    async emitDue(db) {
      await db.query(
        `select emit_rotting_opportunities(), emit_overdue_tasks(), emit_late_stages(), emit_abandoned_checkouts(), emit_list_joins(), settle_appointments(), wake_overdue_messages(), write_due_notices()`,
      )
      await emitReachedDates(db)
    },
  })
  const runner = startRunner({ pool, log })
  return {
    async stop() {
      await Promise.all([dispatcher.stop(), runner.stop()])
      await pool.end()
    },
  }
}
