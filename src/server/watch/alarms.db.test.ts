// Each system alarm notifies the owners once in the app and by mail; its resolution notifies once, in the app only.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testSmtpServer } from '../../../test/smtp-server.ts'
import { openSmtp } from '#integrations/mail.ts'
import { longJobs } from '#kernel/jobs/jobs.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { isRoot } from '#kernel/postgres/embedded/owner.ts'
import { cert, end, key } from './certificate.fixture.ts'
import { readCertificateEnd } from './certificate.ts'
import { checkOnce } from './watch.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const pools = { pool: openPool(db.connect('authenticator'), 1), worker: openPool(db.connect('worker'), 1) }
const disk = mkdtempSync(join(tmpdir(), 'alarm-disk-'))
afterAll(async () => {
  await Promise.all([pools.pool.end(), pools.worker.end()])
  rmSync(disk, { recursive: true, force: true })
})

type Sent = { kind: string; to: string; values: { problem: string } }
const mailed: Sent[] = []
const settings = {
  dataFolder: disk,
  siteUrl: 'https://beit.example',
  checkSmtp: () => Promise.resolve<{ fault: 'unreachable' | undefined }>({ fault: undefined }),
  mails: { send: async (_: unknown, mail: Sent) => void mailed.push(mail) },
  log: { warn: ({ err }: { err: Error }) => expect.unreachable(err.message) },
  readCertificate: () => Promise.resolve<Date | undefined>(undefined),
}
const check = (own: Partial<typeof settings> & { tasks?: string[] } = {}, now = new Date()) =>
  checkOnce(pools, { ...settings, ...own } as never, now)

/** Notifications of one check since the test began. Disk alarms of this machine are excluded from the other checks' tests. */
async function alarms(label: string) {
  const rows = await db.sql<{ user_id: string; severity: string }>(
    `select user_id, severity from notifications where type = 'system.alarm' and message like $1 order by created_at`,
    [`${label}:%`],
  )
  return {
    bells: rows.map(({ severity }) => severity),
    owners: [...new Set(rows.map((row) => row.user_id))],
    mails: mailed.filter(({ values }) => values.problem.startsWith(`${label}:`)).map(({ kind, to }) => `${kind} ${to}`),
  }
}

beforeEach(async () => {
  mailed.length = 0
  await db.sql('delete from notifications')
  await db.sql('delete from system_checks')
  await db.sql('delete from graphile_worker._private_jobs')
  await db.sql('delete from scheduled_messages')
})

const fired = { bells: ['critical'], owners: [ids.owner], mails: ['system_alarm owner@example.com'] }
const cleared = { ...fired, bells: ['critical', 'low'] }

/** Asserts that only the second of three failures notifies, and that the recovery after `mend` notifies once. */
async function firesAndClears(label: string, run: () => Promise<void>, mend: () => Promise<unknown> | void) {
  await run()
  expect(await alarms(label)).toEqual({ bells: [], owners: [], mails: [] })
  await run()
  await run()
  expect(await alarms(label)).toEqual(fired)
  await mend()
  await run()
  await run()
  expect(await alarms(label)).toEqual(cleared)
}

test.skipIf(!isRoot())('an alarm is raised while less than a tenth of the disk is free', async ({ skip }) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=711', 'tmpfs', disk])
  } catch {
    // Root in a container without CAP_SYS_ADMIN.
    skip('mount is refused')
  }
  try {
    const filler = join(disk, 'filler')
    writeFileSync(filler, Buffer.alloc(19 * 1024 ** 2))
    await firesAndClears('מקום בדיסק', check, () => rmSync(filler))
    // The database folder is a symbolic link to the full disk.
    const dataFolder = mkdtempSync(join(tmpdir(), 'alarm-link-'))
    symlinkSync(disk, join(dataFolder, 'cluster'))
    writeFileSync(filler, Buffer.alloc(19 * 1024 ** 2))
    await check({ dataFolder })
    rmSync(dataFolder, { recursive: true })
    expect(await db.sql(`select is_ok from system_checks where kind = 'disk'`)).toEqual([{ is_ok: false }])
  } finally {
    execFileSync('umount', [disk])
  }
})

test('an alarm is raised while a job has waited for more than ten minutes, as with a stopped runner', async () => {
  await db.sql(`select jobs.enqueue('waiting', run_at => now() - interval '9 minutes')`)
  await check()
  expect(await db.sql(`select is_ok from system_checks where kind = 'queue'`)).toEqual([{ is_ok: true }])
  await db.sql(`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes'`)
  // The feature of this task is no longer configured.
  await check({ tasks: ['another'] })
  expect(await db.sql(`select is_ok from system_checks where kind = 'queue'`)).toEqual([{ is_ok: true }])
  await firesAndClears('עבודות ברקע', check, () => db.sql('delete from graphile_worker._private_jobs'))
})

test('a job that waits in the queue of long jobs raises no alarm', async () => {
  await db.sql(`select jobs.enqueue('waiting', run_at => now() - interval '11 minutes', queue => $1)`, [longJobs])
  await check()
  expect(await db.sql(`select is_ok from system_checks where kind = 'queue'`)).toEqual([{ is_ok: true }])
})

const schedule = (count: number, minutesAgo: number) =>
  db.sql(
    `insert into scheduled_messages (idempotency_key, purpose, context_type, context_id, to_value, send_at, status)
     select gen_random_uuid()::text, 'service', 'test_case', gen_random_uuid(), 'a@example.com', now() - make_interval(mins => $2), 'scheduled'
     from generate_series(1, $1)`,
    [count, minutesAgo],
  )

test('an alarm is raised while messages have waited for more than half an hour, as during a mail server outage', async () => {
  await schedule(2, 31)
  await firesAndClears('הודעות שמחכות', check, () => db.sql(`update scheduled_messages set status = 'sent'`))
})

test('an alarm is raised for a bounce rate above one in twenty messages', async () => {
  await schedule(40, 0)
  await db.sql(
    `insert into messages (scheduled_id, purpose, to_value, subject, body_hash, sent_at, bounced_at)
     select id, 'service', to_value, 'שלום', 'hash', now(), case when row_number() over () <= 3 then now() end from scheduled_messages`,
  )
  await db.sql(`update scheduled_messages set status = 'sent'`)
  await firesAndClears('הודעות שחזרו', check, () =>
    db.sql(`update messages set created_at = now() - interval '8 days' where bounced_at is not null`),
  )
})

test('an alarm is raised for a certificate of the site that expires in fewer than fourteen days', async () => {
  const server = createServer({ key, cert })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const readCertificate = () => readCertificateEnd(`https://localhost:${port}`)
  const daysBefore = (days: number) => new Date(new Date(end).getTime() - days * 24 * 60 * 60_000)
  let now = daysBefore(13)
  try {
    await firesAndClears(
      'תעודת האבטחה של האתר',
      () => check({ readCertificate }, now),
      () => {
        now = daysBefore(15)
      },
    )
  } finally {
    server.close()
  }
})

test('an alarm is raised for a mail server that does not respond', async () => {
  const office = await testSmtpServer()
  const settings = {
    host: '127.0.0.1',
    user: undefined,
    password: undefined,
    from: 'a@example.com',
    senderName: undefined,
  }
  let mailServer = openSmtp({ ...settings, port: 1 })
  const checkSmtp = async () => ({ fault: (await mailServer.findFault()) as 'unreachable' | undefined })
  try {
    await firesAndClears(
      'שרת הדואר היוצא',
      () => check({ checkSmtp }),
      () => {
        mailServer = openSmtp({ ...settings, port: office.port })
      },
    )
  } finally {
    office.close()
  }
})
