// The list of subscribers of domain events, and of the events that time causes. Run by any node.
import { staffNotices } from '#features/notifications/staff-notices.server.ts'
import { type DispatcherOptions, startDispatcher } from '#platform/events/dispatcher.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Options = { connect: Connect; log: DispatcherOptions['log'] }

export async function openEvents({ connect, log }: Options): Promise<{ stop(): Promise<void> }> {
  const pool = openPool(connect('authenticator'), 2)
  const dispatcher = await startDispatcher({
    pool,
    log,
    subscribers: [staffNotices],
    emitDue: async (db) =>
      void (await db.query(
        'select emit_rotting_opportunities(), emit_overdue_tasks(), emit_late_stages(), wake_overdue_messages()',
      )),
  })
  return {
    async stop() {
      await dispatcher.stop()
      await pool.end()
    },
  }
}
