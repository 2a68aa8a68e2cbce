// Starts the restored cluster, waits until it has replayed the write-ahead log, and stops it.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { recoverySettings } from '#kernel/postgres/embedded/wal-archive.ts'
import { StartupError } from '#lib/startup-error.ts'

type Options = {
  folder: string
  place: string
  /** The folder of WAL segments; deleted afterwards. */
  archive: string
  password: string
  systemUser: string
  to: Date | undefined
  /** Alternative to `to`: the name of a restore point in the write-ahead log. */
  restorePoint: string | undefined
}

/**
 * `lastChangeAt`: the last replayed commit, in PostgreSQL's format; undefined if there was none since the base backup.
 */
export async function recoverCluster({ folder, place, archive, password, systemUser, to, restorePoint }: Options) {
  const settings = {
    ...recoverySettings(archive),
    hot_standby: 'on',
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    ...(restorePoint && { recovery_target_name: restorePoint }),
    ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const logFile = join(place, 'postgres.log')
  const readLog = () => readFileSync(logFile, 'utf8')
  const refusal = () => {
    if (!/recovery ended before configured recovery target was reached/.test(readLog())) return undefined
    const last = lastChangeIn(readLog())
    return new StartupError(
      `The archive does not reach that moment: its last change is of ${last ?? 'before the backup'}. Leave --to out to restore up to it.`,
    )
  }
  const server = await startPostgres({ folder, password, systemUser, settings }).catch((error: unknown) => {
    throw refusal() ?? error
  })
  try {
    while (await isRecovering(server.socket, password)) {
      const refused = refusal()
      if (refused) throw refused
      await sleep(100)
    }
  } finally {
    await server.stop()
  }
  const lastChangeAt = lastChangeIn(readLog())
  rmSync(archive, { recursive: true })
  // The log covers only the recovery; the next start creates a new one.
  rmSync(logFile)
  return { lastChangeAt }
}

const lastChangeIn = (log: string) => /last completed transaction was at log time (.+)/.exec(log)?.[1]

/** Also true while the server does not respond: it is stopping or restarting. */
async function isRecovering(socket: string, password: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers')
    return rows[0]!.recovers
  } catch {
    return true
  } finally {
    await client.end().catch(() => {})
  }
}
