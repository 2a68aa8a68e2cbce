import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { testSmtpServer } from '../../../test/smtp-server.ts'
import { cert, end, key } from './certificate.fixture.ts'
import { readCertificateEnd } from './certificate.ts'
import { mountMetrics } from './metrics.ts'
import { atMostEvery, startWatch } from './watch.ts'

const db = await testDatabase()
const stops: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))
const office = await testSmtpServer()
afterAll(() => office.close())
const smtp = {
  host: '127.0.0.1',
  port: office.port,
  user: undefined,
  password: undefined,
  from: 'office@example.com',
  senderName: undefined,
}
const log = { warn: ({ err }: { err: Error }) => expect.unreachable(err.message) }
type Replica = { state(): { isUp: boolean; lagMs: number | undefined } }
const start = (
  sendsMail: boolean,
  validTo?: Date,
  { siteUrl = 'https://beit.example', replica = undefined as Replica | undefined } = {},
) =>
  startWatch({
    connect: db.connect,
    dataFolder: tmpdir(),
    siteUrl,
    replica,
    smtp: sendsMail ? smtp : undefined,
    mails: { send: () => Promise.resolve() } as never,
    log: log as never,
    readCertificate: () => Promise.resolve(validTo),
  })
const kinds = async () =>
  (await db.sql<{ kind: string }>('select kind from system_checks order by kind')).map(({ kind }) => kind)

test('the first check runs at startup, and without a mail server the outbox is not checked', async () => {
  await start(false).stop()
  expect(await kinds()).toEqual(['bounces', 'calendar', 'disk', 'queue'])
  await start(true, new Date('2030-01-01')).stop()
  expect(await kinds()).toEqual(['bounces', 'calendar', 'certificate', 'disk', 'mail', 'queue', 'smtp'])
})

test('checks that are due while another one runs are skipped, not queued', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<Date | undefined>()
  let begun = 0
  const watch = startWatch({
    connect: db.connect,
    dataFolder: tmpdir(),
    siteUrl: 'https://beit.example',
    smtp: undefined,
    mails: { send: () => Promise.resolve() } as never,
    log: log as never,
    everyMs: 5,
    readCertificate() {
      begun++
      return released
    },
  })
  await expect.poll(() => begun).toBe(1)
  await sleep(100)
  const stopped = watch.stop()
  release(undefined)
  await stopped
  expect(begun).toBe(1)
})

test('checks of components removed from the settings are deleted, also failing ones', async () => {
  const replica = { state: () => ({ isUp: true, lagMs: 1_400 }) }
  await start(true, new Date('2030-01-01'), { replica }).stop()
  expect(await kinds()).toEqual(['bounces', 'calendar', 'certificate', 'disk', 'mail', 'queue', 'replica', 'smtp'])
  expect(await db.sql(`select facts from system_checks where kind = 'replica'`)).toEqual([{ facts: { lagSeconds: 1 } }])
  await db.sql(
    `update system_checks set is_ok = false, failures = 3, failing_since = now() where kind in ('smtp', 'mail', 'replica')`,
  )
  await db.sql(
    `insert into system_checks (kind, place, is_ok, checked_at)
     values ('disk', 'ended', true, now() - interval '25 hours'), ('disk', 'restarting', true, now() - interval '23 hours')`,
  )
  await start(false, undefined, { siteUrl: 'http://localhost:3000' }).stop()
  expect(await kinds()).toEqual(['bounces', 'calendar', 'disk', 'disk', 'queue'])
  expect(await db.sql(`select from system_checks where place = 'restarting'`)).toHaveLength(1)
  await db.sql(`delete from system_checks where place = 'restarting'`)
})

test('a responding mail server is checked again after the pause, a failing one at the next check', async () => {
  const answers = ['login', undefined] as const
  let checkCount = 0
  const check = atMostEvery(1000, () => Promise.resolve(answers[checkCount++]))
  expect(await check()).toEqual({ fault: 'login' })
  expect(await check()).toEqual({ fault: undefined })
  expect(await check()).toBeUndefined()
  await expect.poll(check).toEqual({ fault: undefined })
  expect(checkCount).toBe(3)
})

test('the delay of a late job is measured', async () => {
  await db.sql(`select jobs.enqueue('late', run_at => now() - interval '20 minutes')`)
  await start(true).stop()
  expect(await db.sql(`select is_ok, facts ->> 'due' as due from system_checks where kind = 'queue'`)).toEqual([
    { is_ok: false, due: '1' },
  ])
})

test('the certificate expiry is read from the site, and is undefined for http', async () => {
  const server = createServer({ key, cert })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  expect(await readCertificateEnd(`https://localhost:${port}`)).toEqual(new Date(end))
  server.close()
  expect(await readCertificateEnd(`https://localhost:${port}`)).toBeUndefined()
  expect(await readCertificateEnd(`http://localhost:${port}`)).toBeUndefined()
})

test('metrics require the key, count requests by route and status, and measure the queue, the outbox and the last backup', async () => {
  await db.sql(
    `insert into mail.outbox (to_address, subject, html, text, purpose, channel, created_at)
     values ('hook.example', '', '', '', 'webhook', 'webhook', now() - interval '20 minutes')`,
  )
  await db.sql(
    `insert into backup_runs (state, started_at, finished_at, size_bytes)
     values ('done', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 12345)`,
  )
  const app = fastify()
  const metrics = mountMetrics(app, {
    connect: db.connect,
    replica: { state: () => ({ isUp: true, lagMs: 1_500 }) },
    key: 'a-long-enough-key',
  })
  stops.push(() => app.close().then(() => metrics.stop()))
  app.get('/contacts/:id', () => 'one')
  await app.inject('/contacts/17')
  const ask = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } })
  expect((await ask()).statusCode).toBe(401)
  expect((await ask('Bearer a-long-enough-kex')).statusCode).toBe(401)
  const { statusCode, body } = await ask('Bearer a-long-enough-key')
  expect(statusCode).toBe(200)
  expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/contacts/:id",status="2xx"} 1')
  expect(body).not.toContain('/contacts/17')
  expect(body).toMatch(/^maslul_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m)
  expect(body).toMatch(/^maslul_jobs_due 1$/m)
  expect(body).toMatch(/^maslul_jobs_oldest_seconds 1[2-9]\d\d/m)
  expect(body).toContain('maslul_outbox_waiting{channel="webhook"} 1')
  expect(body).toMatch(/^maslul_outbox_oldest_seconds\{channel="webhook"\} 1[2-9]\d\d/m)
  expect(body).not.toContain('hook.example')
  expect(body).toMatch(/^maslul_backup_last_success_timestamp_seconds 1767225600$/m)
  expect(body).toMatch(/^maslul_backup_size_bytes 12345$/m)
  expect(body).toMatch(/^maslul_replica_up 1$/m)
  expect(body).toMatch(/^maslul_replica_lag_seconds 1.5$/m)
  expect(body).toContain('nodejs_eventloop_lag_seconds')
})

test('without a key there are no metrics', async () => {
  const app = fastify()
  stops.push(() => app.close())
  mountMetrics(app, { connect: db.connect, key: undefined })
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})
