// Twice a day: checks every connection against Google and deletes outdated rows.
import { type AccessParts, createAccess } from './access.server.ts'
import { checkChoice } from './calendar-list.server.ts'

export const checkCalendarsTask = 'check_calendars'

type HealthParts = AccessParts & { log: { error(about: object, message: string): void } }

/** Errors are recorded on the connection, which notifies the host. */
export async function checkCalendars({ log, ...parts }: HealthParts): Promise<void> {
  const withAccess = createAccess(parts)
  const hosts = await parts.transaction((db) =>
    db.query<{ user_id: string }>(`select user_id from calendar_connections where status = 'connected'`),
  )
  for (const { user_id: hostId } of hosts)
    await withAccess(hostId, checkChoice(parts.google.api), { isCheck: true }).catch((error: unknown) =>
      log.error({ err: error, host: hostId }, 'a connected calendar was not checked'),
    )
  await parts.transaction((db) => db.query('select calendar_secrets.prune()'))
}
