// Schedules the dumps of an installation whose PostgreSQL is managed elsewhere: files every minute, all rows once a day.
import { join } from 'node:path'
import {
  clearAlarm,
  completeRun,
  isLate,
  raiseAlarm,
  recordStart,
  recordStartWithoutKey,
} from '#features/backups/backups.server.ts'
import type { BackupErrorCode } from '#features/backups/backups.ts'
import { deleteChecks } from '#features/system-checks/system-checks.server.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { storeWithPrefix } from '../backup/backup-store.ts'
import {
  type Backups,
  type BackupsOptions,
  createRunLog,
  errorCodeOf,
  expiryLog,
  expiryTask,
  requestExpiry,
  storeOf,
} from '../backup/backups.ts'
import { openBlobCopier } from '../backup/blob-copies.ts'
import { createEnvelope } from '../backup/envelope.ts'
import { targetIdOf } from '../backup/target-id.ts'
import { readBackupKeys, recipientsOf } from '../installation/backup-keys.ts'
import { expireDumps, runDump } from './run-dump.ts'

/** Without BACKUP_URL the database is backed up by its provider only. */
export async function openDumps({ config, connect, mails, log }: BackupsOptions): Promise<Backups> {
  const { backup, dataFolder, storage, siteUrl } = config
  const pool = openPool(connect('authenticator'), 2)
  const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const keys = readBackupKeys(dataFolder)
  const modeWithTarget = keys ? 'dump' : 'no_key'
  const mode = backup.target ? modeWithTarget : 'external'
  const place = targetIdOf({ mode, target: backup.target, installation: keys?.installation })
  const record = mode === 'no_key' ? recordStartWithoutKey : recordStart
  await transaction((db) => record(db, { mode, keepDays: backup.keepDays, place }))
  const alarm = (fault: BackupErrorCode | 'late') => transaction((db) => raiseAlarm(db, fault, { mails, siteUrl }))
  const stop = () => pool.end()
  if (!backup.target) {
    await transaction((db) => deleteChecks(db, ['expiry']))
    return { tasks: {}, daily: {}, everyMinutes: {}, stop }
  }
  if (!keys) {
    // If no node has the key, no backup is taken, and only this task detects it.
    const watchLateness = async () => {
      if (await transaction(isLate)) await alarm('late')
    }
    return { tasks: { watch_lateness: watchLateness }, daily: {}, everyMinutes: { watch_lateness: 1 }, stop }
  }

  const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
  const store = storeWithPrefix(storeOf(backup.target, dataFolder), `${keys.installation}/`)
  const storageFolder = storage.s3 ? undefined : join(dataFolder, 'storage')
  const parts = { keyFile: join(dataFolder, 'keys.json'), storageFolder, store, envelope }

  const runs = createRunLog(transaction)

  async function takeDump() {
    const id = await runs.begin()
    try {
      const { size } = await runDump({ ...parts, config: connect('postgres'), owner: keys!.owner })
      await transaction(async (db) => {
        await completeRun(db, id, size)
        await requestExpiry(db)
      })
    } catch (error) {
      log.error({ err: error }, 'The backup failed')
      const fault = errorCodeOf(error, backup.target!)
      await runs.fail(id, fault)
      await alarm(fault)
      // The job queue retries with growing delays.
      throw error
    }
  }

  const recordExpiry = expiryLog(transaction, { mails, siteUrl })
  const expire = expiryTask(() => expireDumps(parts, backup.keepDays), { log, record: recordExpiry })

  const onError = (error: unknown) => log.warn({ err: error }, 'Files are not backed up')
  const copyNewBlobs = storageFolder ? openBlobCopier({ storageFolder, store, envelope, onError }) : undefined

  async function watchDumps() {
    copyNewBlobs?.()
    if (await transaction(isLate)) await alarm('late')
    else await transaction(clearAlarm)
  }

  return {
    tasks: { take_backup: takeDump, watch_backup: watchDumps, expire_backups: expire },
    daily: { take_backup: backup.time },
    everyMinutes: { watch_backup: 1 },
    stop,
  }
}
