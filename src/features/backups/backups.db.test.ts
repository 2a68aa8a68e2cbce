import { expect, test } from 'vitest'
import { longJobs } from '#kernel/jobs/jobs.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import {
  beginRun,
  clearAlarm,
  completeRun,
  failRun,
  isLate,
  raiseAlarm,
  recordSafeUntil,
  readLastBackup,
  recordStart,
  recordStartWithoutKey,
} from './backups.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const on = { mode: 'on', keepDays: 14, place: 'a share' } as const
const dump = { mode: 'dump', keepDays: 14, place: 'a bucket' } as const
const service = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const jobs = () => db.sql(`select queue_name from graphile_worker.jobs where task_identifier = 'take_backup'`)

test('a backup can be requested only where backups are set up, and only by owners and admins', async () => {
  const request = (who: 'owner' | 'admin' | 'sales') => db.as(as[who], 'select request_backup()')
  await service((tx) => recordStart(tx, { mode: 'off', keepDays: 14, place: 'off' }))
  await expect(request('owner')).rejects.toThrow('backup_not_set_up')
  await service((tx) => recordStart(tx, on))
  await db.sql(`select graphile_worker.remove_job('take_backup')`)
  await expect(request('sales')).rejects.toThrow('not_allowed')
  expect(await jobs()).toEqual([])
  await request('owner')
  await request('admin')
  expect(await jobs()).toEqual([{ queue_name: longJobs }])
})

test('only one backup runs at a time, and a run left by a crash is marked as interrupted at the next start', async () => {
  const { id } = await service(beginRun)
  await expect(service(beginRun)).rejects.toThrow('one_running_backup')
  await service((tx) => recordStart(tx, on))
  expect(await db.sql('select id, state, fault from backup_runs')).toEqual([
    { id, state: 'failed', fault: 'interrupted' },
  ])
})

test('a run left by a crashed node blocks other backups for at most one day', async () => {
  await db.sql('delete from backup_runs')
  const { id: left } = await service(beginRun)
  await db.sql(`update backup_runs set started_at = now() - interval '23 hours'`)
  await expect(service(beginRun)).rejects.toThrow('one_running_backup')
  await db.sql(`update backup_runs set started_at = now() - interval '25 hours'`)
  const { id } = await service(beginRun)
  expect(await db.sql('select id, state, fault from backup_runs order by started_at')).toEqual([
    { id: left, state: 'failed', fault: 'interrupted' },
    { id, state: 'running', fault: null },
  ])
  await db.sql('delete from backup_runs')
})

test('backups are late 26 hours after the last one, or 15 minutes after the last archived change', async () => {
  const late = (safe: string, done: string) =>
    service(async (tx) => {
      await tx.query(`delete from backup_runs`)
      await tx.query(
        `update backup_status
         set safe_until = now() - $1::interval, place_since = now() - interval '2 days', started_at = now() - interval '1 hour'`,
        [safe],
      )
      await tx.query(
        `insert into backup_runs (state, started_at, finished_at, size_bytes) values ('done', now() - $1::interval, now() - $1::interval, 1)`,
        [done],
      )
      return isLate(tx)
    })
  expect(await late('14 minutes', '25 hours')).toBe(false)
  expect(await late('16 minutes', '25 hours')).toBe(true)
  expect(await late('14 minutes', '27 hours')).toBe(true)
})

test('dumps of a managed database are requested like backups, and are late without archived changes only after 26 hours', async () => {
  await db.sql('delete from backup_runs')
  await service((tx) => recordStart(tx, dump))
  await db.as(as.owner, 'select request_backup()')
  await db.sql(`update backup_status set place_since = now() - interval '25 hours'`)
  expect(await service(isLate)).toBe(false)
  await db.sql(`update backup_status set place_since = now() - interval '27 hours'`)
  expect(await service(isLate)).toBe(true)
  // A restart does not reset the 26 hours.
  await service((tx) => recordStart(tx, dump))
  expect(await service(isLate)).toBe(true)
  await service((tx) => recordStart(tx, on))
})

test('after a change of the target, earlier backups and alarms are ignored, and a first backup is requested immediately', async () => {
  await db.sql('delete from backup_runs')
  await db.sql(`select graphile_worker.remove_job('take_backup')`)
  const { id } = await service(beginRun)
  await service((tx) => completeRun(tx, id, 12))
  const { id: next } = await service(beginRun)
  await service((tx) => failRun(tx, next, 'failed'))
  await db.sql('update backup_status set alarmed_at = now()')
  await service((tx) => recordStart(tx, on))
  expect(await service(readLastBackup)).toMatchObject({ size: 12 })
  expect(await jobs()).toEqual([])

  await service((tx) => recordStart(tx, { ...on, place: 'another share' }))
  expect(await service(readLastBackup)).toBeUndefined()
  expect(await db.sql('select backup from backup_state()')).toEqual([{ backup: 'up' }])
  expect(await db.sql('select alarmed_at from backup_status')).toEqual([{ alarmed_at: null }])
  expect(await jobs()).toEqual([{ queue_name: longJobs }])
  await db.sql(`update backup_status set place_since = now() - interval '27 hours'`)
  await db.sql(`update backup_runs set started_at = now() - interval '28 hours'`)
  expect(await db.sql('select backup from backup_state()')).toEqual([{ backup: 'late' }])
  await service((tx) => recordStart(tx, on))
  await db.sql('delete from backup_runs')
})

test('state without a target, written by an earlier release, belongs to the current target', async () => {
  await db.sql('update backup_status set place = null')
  const { id } = await service(beginRun)
  await service((tx) => completeRun(tx, id, 12))
  await service((tx) => recordStart(tx, { ...on, place: 'named by this release' }))
  expect(await service(readLastBackup)).toMatchObject({ size: 12 })
  await service((tx) => recordStart(tx, on))
  await db.sql('delete from backup_runs')
})

test('a node without the key does not change the dump state of a node that has it', async () => {
  const modes = () => db.sql('select mode, place from backup_status')
  const withoutKey = { mode: 'no_key', keepDays: 14, place: 'no_key' } as const
  await service((tx) => recordStart(tx, dump))
  await service((tx) => recordStartWithoutKey(tx, withoutKey))
  expect(await modes()).toEqual([{ mode: 'dump', place: dump.place }])
  await db.as(as.owner, 'select request_backup()')
  await service((tx) => recordStart(tx, { mode: 'external', keepDays: 14, place: 'external' }))
  await service((tx) => recordStartWithoutKey(tx, withoutKey))
  expect(await modes()).toEqual([{ mode: 'no_key', place: 'no_key' }])
  await service((tx) => recordStart(tx, on))
})

test('a backup that finishes after another node started is recorded as done', async () => {
  await db.sql('delete from backup_runs')
  const { id } = await service(beginRun)
  await service((tx) => recordStart(tx, on))
  await service((tx) => completeRun(tx, id, 12))
  expect(await db.sql('select state, fault from backup_runs')).toEqual([{ state: 'done', fault: null }])
  await db.sql('delete from backup_runs')
})

const sent: object[] = []
const parts = {
  siteUrl: 'https://beit.example',
  mails: { send: async (_: Db, mail: object) => void sent.push(mail) },
}
const raise = (code: 'target_unreachable' | 'late') => service((tx) => raiseAlarm(tx, code, parts as never))
const clear = () => service(clearAlarm)
const notices = () =>
  db.sql(`select severity, message from notifications where type = 'backup.failed' order by created_at`)
const critical = (message: string) => ({ severity: 'critical', message })
const low = { severity: 'low', message: 'הגיבוי האחרון הצליח, וגם השינויים האחרונים שמורים בו' }

test('a failure notifies once, in the app and by mail; success clears the alarm, and the next failure raises a new one', async () => {
  const { id: first } = await service(beginRun)
  await service((tx) => failRun(tx, first, 'target_unreachable'))
  await raise('target_unreachable')
  await raise('target_unreachable')
  await clear()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind: 'backup_failed', link: 'https://beit.example/crm/settings?tab=backup' })
  const failure = critical('אין גישה למקום שבו הגיבויים נשמרים')
  expect(await notices()).toEqual([failure])
  await db.sql('update backup_status set safe_until = now()')
  const { id } = await service(beginRun)
  await service((tx) => completeRun(tx, id, 12))
  await clear()
  expect(await notices()).toEqual([failure, low])
  const { id: next } = await service(beginRun)
  await service((tx) => failRun(tx, next, 'failed'))
  await raise('target_unreachable')
  expect(await notices()).toEqual([failure, low, failure])
})

test('an archive that is late again notifies the owners once, and once when it recovers', async () => {
  await db.sql('delete from backup_runs')
  await db.sql('delete from notifications')
  await db.sql(`update backup_status set alarmed_at = null, started_at = now() - interval '1 hour'`)
  sent.length = 0
  const watch = async () => ((await service(isLate)) ? raise('late') : clear())
  await watch()
  expect(await notices()).toEqual([])
  await db.sql(`update backup_status set safe_until = now() - interval '16 minutes'`)
  await watch()
  await watch()
  expect([await notices(), sent.length]).toEqual([
    [critical('יותר מיממה עברה בלי גיבוי שהושלם, או ששינויים אחרונים לא נשמרו בו')],
    1,
  ])
  await db.sql('update backup_status set safe_until = now()')
  await watch()
  await watch()
  expect((await notices()).slice(1)).toEqual([low])
  expect(sent).toHaveLength(1)
})

test('a restart does not clear an alarm: only an archive that has caught up does', async () => {
  await db.sql('delete from backup_runs')
  await db.sql('delete from notifications')
  await db.sql(`update backup_status set alarmed_at = null, safe_until = now() - interval '16 minutes'`)
  await raise('late')
  await service((tx) => recordStart(tx, on))
  await clear()
  expect(await notices()).toHaveLength(1)
  await service((tx) => recordSafeUntil(tx, new Date()))
  await clear()
  expect((await notices()).slice(1)).toEqual([low])
})

test('unarchived changes are late after five minutes to catch up, however often the process restarts', async () => {
  await db.sql('delete from backup_runs')
  await service((tx) => recordStart(tx, on))
  const restart = async (safeUntil: string) => {
    await db.sql(`update backup_status set place_since = now() - interval '1 day', safe_until = ${safeUntil}`)
    await service((tx) => recordStart(tx, on))
  }
  const runFor = (minutes: number) =>
    db.sql(`update backup_status set started_at = now() - interval '${minutes} minutes'`)
  for (const safeUntil of [`now() - interval '16 minutes'`, 'null']) {
    await restart(safeUntil)
    await runFor(4)
    expect(await service(isLate)).toBe(false)
    await runFor(6)
    expect(await service(isLate)).toBe(true)
  }
  // A new target has no archived changes, and its 15 minutes start with it.
  await db.sql('update backup_status set safe_until = now()')
  await service((tx) => recordStart(tx, { ...on, place: 'a third share' }))
  await runFor(6)
  expect(await db.sql('select safe_until from backup_status')).toEqual([{ safe_until: null }])
  expect(await service(isLate)).toBe(false)
})

test('the time up to which changes are safe is visible to owners, and to no other staff', async () => {
  await service((tx) => recordSafeUntil(tx, new Date('2026-01-02T03:04:05Z')))
  const read = (actor: 'owner' | 'coach') => db.as(as[actor], 'select safe_until from backup_status')
  expect(await read('owner')).toEqual([{ safe_until: new Date('2026-01-02T03:04:05Z') }])
  expect(await read('coach')).toEqual([])
})
