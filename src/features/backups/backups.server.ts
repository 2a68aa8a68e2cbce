// The log of backups, and the alarm when they fail.
import type { Mails } from '#features/email-templates/email-templates.ts'
import { enqueue, longJobs } from '#kernel/jobs/jobs.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { type BackupErrorCode, type BackupMode, errorTexts } from './backups.ts'

type Status = {
  mode: BackupMode
  keepDays: number
  /** Identifies the backup target. */
  place: string
}

// An earlier release wrote no target: its state belongs to the current one.
const isSamePlace = 's.mode = excluded.mode and coalesce(s.place, excluded.place) = excluded.place'

/**
 * Called at each start: stores the backup settings, and requests a backup until one has succeeded at this target. A backup that was running
 * when the last process exited is marked as interrupted.
 */
export async function recordStart(db: Db, { mode, keepDays, place }: Status) {
  const { isFirst } = await db.one<{ isFirst: boolean }>(
    `insert into backup_status as s (mode, keep_days, place) values ($1, $2, $3)
     on conflict (is_single) do update set mode = excluded.mode, keep_days = excluded.keep_days, started_at = now(),
       place = excluded.place,
       safe_until = case when ${isSamePlace} then s.safe_until end,
       place_since = case when ${isSamePlace} then s.place_since else now() end,
       alarmed_at = case when ${isSamePlace} then s.alarmed_at end
     returning not exists (
       select from backup_runs r where r.state <> 'failed' and r.started_at >= s.place_since
     ) as "isFirst"`,
    [mode, keepDays, place],
  )
  if (isFirst && (mode === 'on' || mode === 'dump'))
    await enqueue(db, 'take_backup', {}, { key: 'take_backup', queue: longJobs })
  await db.query(
    `update backup_runs set state = 'failed', fault = 'interrupted', finished_at = now() where state = 'running'`,
  )
}

/** Called at the start of a node that has no key. If another node takes dumps, their state is not changed. */
export async function recordStartWithoutKey(db: Db, status: Status) {
  const [current] = await db.query<{ mode: BackupMode }>('select mode from backup_status')
  if (current?.mode !== 'dump') await recordStart(db, status)
}

export const recordSafeUntil = (db: Db, at: Date) => db.query('update backup_status set safe_until = $1', [at])

export async function beginRun(db: Db): Promise<{ id: string }> {
  // A crashed node that never restarted leaves its run marked as running, which would block all other nodes.
  await db.query(
    `update backup_runs set state = 'failed', fault = 'interrupted', finished_at = now()
     where state = 'running' and started_at < now() - interval '1 day'`,
  )
  return db.one<{ id: string }>('insert into backup_runs default values returning id')
}

/** Records a successful run, clears the alarm, and deletes runs older than a year. */
export async function completeRun(db: Db, id: string, size: number) {
  // A node that started during the backup may have marked the run as interrupted.
  await db.query(
    `update backup_runs set state = 'done', finished_at = now(), size_bytes = $2, fault = null where id = $1`,
    [id, size],
  )
  await clearAlarm(db)
  await db.query(`delete from backup_runs where started_at < now() - interval '1 year'`)
}

/** The last successful backup at this target: its end in epoch seconds, and its size in bytes. */
export async function readLastBackup(db: Db): Promise<{ at: number; size: number } | undefined> {
  const [last] = await db.query<{ at: number; size: number }>(
    `select extract(epoch from finished_at)::float8 as at, size_bytes::float8 as size from backup_runs
     where state = 'done' and started_at >= coalesce((select place_since from backup_status), '-infinity') order by started_at desc limit 1`,
  )
  return last
}

/** Records a failed run. A run recorded as done is not changed: only the confirmation of its commit was lost. */
export const failRun = (db: Db, id: string, code: BackupErrorCode) =>
  db.query(
    `update backup_runs set state = 'failed', finished_at = now(), fault = $2 where id = $1 and state <> 'done'`,
    [id, code],
  )

type Alarm = { mails: Mails<Db>; siteUrl: string }

/** Notifies in the app and by mail, at most once a day until the alarm is cleared. */
export async function raiseAlarm(db: Db, code: BackupErrorCode | 'late', { mails, siteUrl }: Alarm) {
  const reason =
    code === 'late' ? 'יותר מיממה עברה בלי גיבוי שהושלם, או ששינויים אחרונים לא נשמרו בו' : errorTexts[code]
  const addresses = await db.query<{ to: string }>('select address as "to" from raise_backup_alarm($1) address', [
    reason,
  ])
  const link = `${siteUrl}/crm/settings?tab=backup`
  for (const { to } of addresses) await mails.send(db, { kind: 'backup_failed', to, values: {}, link })
}

/** Notifies that an alarm is cleared, once backups are on time again. */
export const clearAlarm = (db: Db) => db.query('select clear_backup_alarm()')

export const isLate = async (db: Db) => (await db.one<{ late: boolean }>('select backup_is_late() as late')).late
