import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { mountHealth } from './health.ts'
import type { DiskSpace } from './watch/disk-space.ts'

const db = await testDatabase()
const stops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

type Replica = { state(): { isUp: boolean; lagMs: number | undefined } }
type Parts = {
  jobs: boolean
  pages: boolean
  minFreeBytes?: number
  sendsMail?: boolean
  replica?: Replica
  tasks?: string[]
  dataFolder?: string
}

async function ask(connect: Connect, { jobs, pages, ...limits }: Parts, times = 1) {
  const app = fastify()
  const options = {
    connect,
    dataFolder: tmpdir(),
    sendsMail: false,
    areJobsUp: () => jobs,
    arePagesUp: () => pages,
    ...limits,
  }
  const health = mountHealth(app, { minFreeBytes: 0, limitMs: 10_000, ...options })
  stops.push(() => app.close().then(() => health.stop()))
  const responses = await Promise.all(Array.from({ length: times }, () => app.inject('/health')))
  return responses.map(({ statusCode, body }) => ({ statusCode, ...(JSON.parse(body) as object) }))
}

const reported = { backup: 'off', rehearsal: 'none', mail: 'off', calendar: 'unknown', replica: 'off' }

test('health is 200 while every part is up', async () => {
  const up = {
    ...reported,
    statusCode: 200,
    status: 'ok',
    database: 'up',
    jobs: 'up',
    queue: 'up',
    pages: 'up',
    disk: 'up',
  }
  expect(await ask(db.connect, { jobs: true, pages: true })).toEqual([up])
})

test.each([
  { jobs: false, pages: true },
  { jobs: true, pages: false },
])('health is 503 and names the part that is down: %o', async (parts) => {
  const word = (isUp: boolean) => (isUp ? 'up' : 'down')
  const expected = { statusCode: 503, status: 'unavailable', jobs: word(parts.jobs), pages: word(parts.pages) }
  expect(await ask(db.connect, parts)).toEqual([{ ...reported, ...expected, database: 'up', queue: 'up', disk: 'up' }])
})

test('a failed backup and a failed rehearsal are reported, but the status stays 200', async () => {
  await db.sql(`insert into backup_status (mode, keep_days) values ('on', 14)`)
  const state = async () => (await ask(db.connect, { jobs: true, pages: true }))[0]
  expect(await state()).toMatchObject({ statusCode: 200, status: 'ok', backup: 'up', rehearsal: 'none' })
  await db.sql(
    `update backup_status set safe_until = now() - interval '16 minutes', started_at = now() - interval '1 hour'`,
  )
  await db.sql(`insert into backup_rehearsals (tables, files) values (3, 2)`)
  expect(await state()).toMatchObject({ statusCode: 200, backup: 'late', rehearsal: 'up' })
  await db.sql(`insert into backup_runs (state, fault, finished_at) values ('failed', 'failed', now())`)
  await db.sql(
    `insert into backup_rehearsals (at, tables, files, fault) values (now() + interval '1 second', 0, 0, 'not_restorable')`,
  )
  expect(await state()).toMatchObject({ statusCode: 200, backup: 'failed', rehearsal: 'failed' })
  await db.sql('delete from backup_status')
  await db.sql('delete from backup_runs')
  await db.sql('delete from backup_rehearsals')
})

test('a mail server that does not respond and a broken calendar are reported, but the status stays 200', async () => {
  const state = async () => (await ask(db.connect, { jobs: true, pages: true, sendsMail: true }))[0]
  expect(await state()).toMatchObject({ statusCode: 200, mail: 'unknown', calendar: 'unknown' })
  await db.sql(`insert into system_checks (kind, is_ok) values ('smtp', true), ('mail', true), ('calendar', true)`)
  expect(await state()).toMatchObject({ statusCode: 200, mail: 'up', calendar: 'up' })
  const fail = (failures: number) =>
    db.sql(
      `update system_checks set is_ok = false, failing_since = now(), failures = $1 where kind in ('smtp', 'calendar')`,
      [failures],
    )
  await fail(1)
  expect(await state()).toMatchObject({ mail: 'up', calendar: 'up' })
  await fail(2)
  expect(await state()).toMatchObject({ statusCode: 200, status: 'ok', mail: 'degraded', calendar: 'degraded' })
  await db.sql(`update system_checks set checked_at = now() - interval '16 minutes'`)
  expect(await state()).toMatchObject({ statusCode: 200, mail: 'unknown', calendar: 'unknown' })
  await db.sql('delete from system_checks')
})

test.each([
  ['up', { isUp: true, lagMs: 30_000 }],
  ['late', { isUp: true, lagMs: 30_001 }],
  ['down', { isUp: false, lagMs: 5 }],
  ['down', { isUp: true, lagMs: undefined }],
])('a read replica is reported as %s without affecting the status: %o', async (replica, state) => {
  expect(await ask(db.connect, { jobs: true, pages: true, replica: { state: () => state } })).toMatchObject([
    { statusCode: 200, status: 'ok', replica },
  ])
})

test('an unreachable database is reported as down', async () => {
  const unreachable: Connect = (login) => ({ host: '127.0.0.1', port: 1, user: login })
  expect(await ask(unreachable, { jobs: true, pages: true })).toMatchObject([{ statusCode: 503, database: 'down' }])
})

test('an overdue job is reported, unless it is in a named queue or belongs to a task that this process does not run', async () => {
  await db.sql(`select jobs.enqueue('later', run_at => now() + interval '1 day')`)
  await db.sql(`select jobs.enqueue('queued', run_at => now() - interval '20 minutes', queue => 'one at a time')`)
  expect(await ask(db.connect, { jobs: true, pages: true })).toMatchObject([{ statusCode: 200, queue: 'up' }])
  await db.sql(`select jobs.enqueue('late', run_at => now() - interval '20 minutes')`)
  expect(await ask(db.connect, { jobs: true, pages: true })).toMatchObject([{ statusCode: 503, queue: 'down' }])
  const runs = (...tasks: string[]) => ask(db.connect, { jobs: true, pages: true, tasks })
  expect(await runs('late')).toMatchObject([{ statusCode: 503, queue: 'down' }])
  // The feature of this task is no longer configured.
  expect(await runs('later', 'queued')).toMatchObject([{ statusCode: 200, queue: 'up' }])
})

test('free disk space below the limit is reported', async () => {
  const full = { jobs: true, pages: true, minFreeBytes: Number.MAX_SAFE_INTEGER }
  expect(await ask(db.connect, full)).toMatchObject([{ statusCode: 503, disk: 'down', database: 'up' }])
})

test('a full disk is reported when the database folder is a symbolic link to it', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'health-'))
  stops.push(async () => rmSync(dataFolder, { recursive: true }))
  const parts = { jobs: true, pages: true, minFreeBytes: 1, dataFolder }
  expect(await ask(db.connect, parts)).toMatchObject([{ disk: 'up' }])
  // A file system without any free space.
  symlinkSync('/proc', join(dataFolder, 'cluster'))
  expect(await ask(db.connect, parts)).toMatchObject([{ statusCode: 503, disk: 'down', database: 'up' }])
})

test('a hanging disk is reported as down without a second check, and as up once the check completes', async () => {
  const unreachable: Connect = (login) => ({ host: '127.0.0.1', port: 1, user: login })
  const { promise: disks, resolve: answer } = Promise.withResolvers<[DiskSpace]>()
  let asked = 0
  const readDisks = () => {
    asked++
    return disks
  }
  const app = fastify()
  const parts = { dataFolder: tmpdir(), sendsMail: false, areJobsUp: () => true, arePagesUp: () => true }
  const health = mountHealth(app, { connect: unreachable, ...parts, readDisks, limitMs: 50, cacheMs: 1 })
  stops.push(() => app.close().then(() => health.stop()))
  const disk = async () => (await app.inject('/readyz')).json<{ disk: string }>().disk
  expect([await disk(), await disk()]).toEqual(['down', 'down'])
  expect(asked).toBe(1)
  answer([{ free: 1024 ** 3, total: 1024 ** 3 }])
  await expect.poll(disk).toBe('up')
})

test('liveness responds without querying the database, and /readyz equals /health', async () => {
  const unreachable: Connect = (login) => ({ host: '127.0.0.1', port: 1, user: login })
  const app = fastify()
  const parts = { dataFolder: tmpdir(), sendsMail: true, areJobsUp: () => true, arePagesUp: () => true, limitMs: 500 }
  const health = mountHealth(app, { connect: unreachable, ...parts })
  stops.push(() => app.close().then(() => health.stop()))
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).statusCode).toBe(503)
})
