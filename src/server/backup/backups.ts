// Schedules the backups of a running installation with an embedded database: write-ahead log continuously, files every
// few minutes, base backup daily.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  beginRun,
  clearAlarm,
  completeRun,
  failRun,
  isLate,
  raiseAlarm,
  recordSafeUntil,
  recordStart,
} from '#features/backups/backups.server.ts'
import type { BackupErrorCode, BackupMode } from '#features/backups/backups.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { deleteChecks, recordCheck } from '#features/system-checks/system-checks.server.ts'
import { enqueue, longJobs } from '#kernel/jobs/jobs.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { BackupTarget, Config } from '../config.ts'
import type { Database } from '../installation/database.ts'
import { readBackupKeys, recipientsOf } from '../installation/backup-keys.ts'
import { type BackupStore, storeWithPrefix } from './backup-store.ts'
import { openBlobCopier } from './blob-copies.ts'
import { createEnvelope } from './envelope.ts'
import { folderStore } from './folder-store.ts'
import { targetIdOf } from './target-id.ts'
import { BrokenBackup } from './read-archive.ts'
import { expireBackups, runBackup } from './run-backup.ts'
import { s3Store } from './s3-store.ts'
import { startWalShipping } from './wal-shipping.ts'

export type Backups = {
  tasks: Record<string, Task>
  daily: Record<string, string>
  everyMinutes: Record<string, number>
  stop(): Promise<void>
}

export type BackupsOptions = {
  config: Pick<Config, 'backup' | 'dataFolder' | 'storage' | 'siteUrl'>
  connect: Connect
  cluster: Database['cluster']
  mails: Mails<Db>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** PostgreSQL completes a segment after a minute at the latest. */
const segmentMs = 60_000

export const storeOf = (target: BackupTarget, dataFolder: string): BackupStore =>
  'folder' in target ? folderStore(target.folder) : s3Store(target.s3, join(dataFolder, 'backup-spool'))

export async function openBackups(options: BackupsOptions): Promise<Backups> {
  const { config, connect, cluster, mails, log } = options
  const { backup, dataFolder, storage, siteUrl } = config
  const pool = openPool(connect('authenticator'), 2)
  const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const keys = readBackupKeys(dataFolder)
  const mode = modeOf(backup.target !== undefined, keys !== undefined)
  const place = targetIdOf({ mode, target: backup.target, installation: keys?.installation })
  await transaction((db) => recordStart(db, { mode, keepDays: backup.keepDays, place }))
  if (mode === 'no_key')
    log.warn('BACKUP_URL is set, but there is no key, and nothing is backed up. Make one: npm run backup-key')
  if (!backup.target || !keys || !cluster?.walArchive) {
    await transaction((db) => deleteChecks(db, ['expiry']))
    return { tasks: {}, daily: {}, everyMinutes: {}, stop: () => pool.end() }
  }

  const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
  const store = storeWithPrefix(storeOf(backup.target, dataFolder), `${keys.installation}/`)
  const wal = startWalShipping({ folder: cluster.walArchive, store, envelope, log })
  const storageFolder = storage.s3 ? undefined : join(dataFolder, 'storage')
  const keyFile = join(dataFolder, 'keys.json')
  const alarm = (code: BackupErrorCode | 'late') => transaction((db) => raiseAlarm(db, code, { mails, siteUrl }))

  const runs = createRunLog(transaction)

  async function takeBackup() {
    const id = await runs.begin()
    try {
      const parts = { connect, cluster: cluster!.folder, keyFile, storageFolder, store, envelope, wal }
      const { size } = await runBackup({ ...parts, owner: keys!.owner })
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
  const expire = expiryTask(() => expireBackups({ store, envelope }, backup.keepDays), { log, record: recordExpiry })

  const onError = (error: unknown) => log.warn({ err: error }, 'Files are not backed up')
  const copyNewBlobs = storageFolder ? openBlobCopier({ storageFolder, store, envelope, onError }) : undefined

  async function watchBackup() {
    copyNewBlobs?.()
    const caughtUpAt = wal.caughtUpAt()
    if (caughtUpAt && !(await isArchivingBroken(connect)))
      await transaction((db) => recordSafeUntil(db, new Date(caughtUpAt.getTime() - segmentMs)))
    if (await transaction(isLate)) await alarm('late')
    else await transaction(clearAlarm)
  }

  return {
    tasks: { take_backup: takeBackup, watch_backup: watchBackup, expire_backups: expire },
    daily: { take_backup: backup.time },
    everyMinutes: { watch_backup: 1 },
    async stop() {
      await wal.stop()
      await pool.end()
    },
  }
}

type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** A failure that could not be stored is recorded by the next `begin`, because an unfinished run blocks all others. */
export function createRunLog(transaction: Transaction) {
  let unrecorded: { id: string; fault: BackupErrorCode } | undefined
  return {
    async begin(): Promise<string> {
      const { id } = await transaction(async (db) => {
        if (unrecorded) await failRun(db, unrecorded.id, unrecorded.fault)
        return beginRun(db)
      })
      unrecorded = undefined
      return id
    },
    async fail(id: string, fault: BackupErrorCode) {
      try {
        await transaction((db) => failRun(db, id, fault))
      } catch (error) {
        unrecorded = { id, fault }
        throw error
      }
    },
  }
}

/**
 * A separate job: the queue retries a failed deletion without repeating the backup. The next backup replaces the job.
 */
export const requestExpiry = (db: Db) => enqueue(db, 'expire_backups', {}, { key: 'expire_backups', queue: longJobs })

/**
 * Earlier attempts are within four minutes, as in a short outage of the target. This one, seven minutes later, raises
 * the alarm.
 */
const recordedAttempt = 6

type ExpiryLog = { log: BackupsOptions['log']; record: (failed: boolean) => Promise<void> }

export const expiryTask =
  (expire: () => Promise<void>, { log, record }: ExpiryLog): Task =>
  async (_payload, { attempt }) => {
    try {
      await expire()
    } catch (error) {
      log.error({ err: error }, 'Expired backups cannot be deleted')
      if (attempt >= recordedAttempt) await record(true)
      // The job queue retries with growing delays.
      throw error
    }
    await record(false)
  }

/**
 * Records the outcome of a deletion as a system check: the owners are notified after two failures, and of the recovery.
 */
export const expiryLog =
  (transaction: Transaction, alarm: Pick<BackupsOptions, 'mails'> & { siteUrl: string }) => (failed: boolean) =>
    transaction((db) => recordCheck(db, { kind: 'expiry', facts: { failed } }, new Date(), alarm))

function modeOf(hasTarget: boolean, hasKeys: boolean): BackupMode {
  if (!hasTarget) return 'off'
  return hasKeys ? 'on' : 'no_key'
}

export function errorCodeOf(error: unknown, target: BackupTarget): BackupErrorCode {
  if (error instanceof BrokenBackup) return 'check_failed'
  const { code, name, message } = error as NodeJS.ErrnoException
  // With a bucket as the target, a file error is an error of this machine, such as a full disk of the spool.
  const isUnreachable =
    'folder' in target && ['ENOENT', 'EACCES', 'EIO', 'EROFS', 'ENOSPC', 'EDQUOT', 'ESTALE'].includes(code ?? '')
  return isUnreachable || name === 'TimeoutError' || /^S3|fetch failed/.test(message) ? 'target_unreachable' : 'failed'
}

/** Whether PostgreSQL's last attempt to copy a segment failed. */
async function isArchivingBroken(connect: Connect): Promise<boolean> {
  const pool = openPool(connect('postgres'), 1)
  try {
    const { rows } = await pool.query<{ broken: boolean }>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as broken from pg_stat_archiver`,
    )
    return rows[0]!.broken
  } finally {
    await pool.end()
  }
}
