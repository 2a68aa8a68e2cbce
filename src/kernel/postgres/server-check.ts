import type pg from 'pg'
import { StartupError } from '#lib/startup-error.ts'

const minVersion = 15

/**
 * Refuses, with StartupError, a server with unsafe durability settings or an unsupported version.
 * Applies to the embedded server and to DATABASE_URL: `logical` requires logical decoding for live changes.
 */
export async function checkServer(client: pg.Client): Promise<{ major: number; logical: boolean }> {
  const { rows } = await client.query<{ version: number; unsafe: string[]; wal: string }>(`
    select current_setting('server_version_num')::int as version,
      array(select name from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on' order by name) as unsafe,
      current_setting('wal_level') as wal`)
  const { version, unsafe, wal } = rows[0]!
  const major = Math.floor(version / 10_000)
  if (unsafe.length > 0)
    throw new StartupError(
      `PostgreSQL runs with ${unsafe.join(' and ')} off: after a power cut it would lose what it had confirmed. Turn ${unsafe.length > 1 ? 'them' : 'it'} on and start again.`,
    )
  if (major < minVersion)
    throw new StartupError(`This PostgreSQL is version ${major}; ${minVersion} or newer is needed.`)
  return { major, logical: wal === 'logical' }
}
