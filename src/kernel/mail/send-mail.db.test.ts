import { openPool } from '../postgres/connection.ts'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { runJobs } from '../jobs/runner.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { type QueuedMail, queueMail, queueMails } from './outbox.ts'
import type { Deliver, DeliveryBlock, SendMailOptions } from './delivery.ts'
import { sendMail } from './send-mail.ts'
import { sendMails } from './send-mails.ts'
import { wakeMail } from './wake-mail.ts'

const db = await testDatabase()
const auth = openPool(db.connect('supabase_auth_admin'), 2)
const worker = openPool(db.connect('worker'), 2)
afterAll(() => Promise.all([auth.end(), worker.end()]))

const invitation = { to: 'noa@example.com', subject: 'שלום', html: '<p>שלום</p>', text: 'שלום', purpose: 'invite' }
const queue = () => inTransaction(auth, undefined, (tx) => queueMail(tx, invitation))
const outboxRow = async (id: string) =>
  (
    await db.sql<{ sent: boolean; attempts: number; last_error: string | null }>(
      'select sent_at is not null as sent, attempts, last_error from mail.outbox where id = $1',
      [id],
    )
  )[0]!
const waitingJobs = async () =>
  Number((await db.sql<{ n: string }>('select count(*) as n from graphile_worker.jobs'))[0]!.n)

async function working(
  deliver: Deliver | undefined,
  work: () => Promise<void>,
  onUndeliverable?: (mail: QueuedMail) => void,
) {
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: { send_mail: sendMail({ deliver, ...(onUndeliverable && { onUndeliverable }) }) },
    pollMs: 100,
    checkEveryMs: 200,
  })
  try {
    await work()
  } finally {
    await runner.stop()
  }
}

const until = (holds: () => Promise<boolean>) => eventually(async () => expect(await holds()).toBe(true), 25)

test('a mail is sent once and marked as sent', async () => {
  const sent: string[] = []
  const id = await queue()
  await working(
    async (mail) => void sent.push(mail.id),
    () => until(async () => (await outboxRow(id)).sent),
  )
  expect(sent).toEqual([id])

  await db.sql(`select graphile_worker.add_job('send_mail', json_build_object('mail', $1::text))`, [id])
  await working(
    async (mail) => void sent.push(mail.id),
    () => until(async () => (await waitingJobs()) === 0),
  )
  expect(sent).toEqual([id])
})

test('a rolled-back change sends nothing', async () => {
  await inTransaction(auth, undefined, async (tx) => {
    await queueMail(tx, invitation)
    throw new Error('changed my mind')
  }).catch(() => {})
  expect(await waitingJobs()).toBe(0)
})

test('a failed mail is retried, and its row holds the error', async () => {
  let tries = 0
  const id = await queue()
  await working(
    async () => {
      if (++tries === 1) throw new Error('the server is unreachable')
    },
    async () => {
      await until(async () => (await outboxRow(id)).attempts === 1)
      expect(await outboxRow(id)).toEqual({ sent: false, attempts: 1, last_error: 'the server is unreachable' })
      await until(async () => (await outboxRow(id)).sent)
    },
  )
  expect(await outboxRow(id)).toEqual({ sent: true, attempts: 2, last_error: null })
})

test('a mail with a permanent failure is neither retried nor counted as waiting', async () => {
  const waiting = async () =>
    (await db.sql<{ waiting: number }>(`select waiting from mail.waiting_mails() where channel = 'email'`))[0]
      ?.waiting ?? 0
  const before = await waiting()
  const id = await queue()
  expect(await waiting()).toBe(before + 1)
  await working(
    async () => ({ refused: '550 no such user' }),
    () => until(async () => (await waitingJobs()) === 0),
  )
  expect(await outboxRow(id)).toEqual({ sent: false, attempts: 1, last_error: '550 no such user' })
  expect(await waiting()).toBe(before)
})

test('a mail that waits for its next attempt is counted with its error', async () => {
  const id = await queue()
  await working(
    () => Promise.reject(new Error('451 later')),
    () => until(async () => (await outboxRow(id)).attempts > 0),
  )
  const oldest = `select waiting, oldest_to, oldest_error from mail.waiting_mails() where channel = 'email'`
  expect(await db.sql(oldest)).toEqual([{ waiting: 1, oldest_to: 'noa@example.com', oldest_error: '451 later' }])
  await working(
    async () => {},
    () => until(async () => (await outboxRow(id)).sent),
  )
  expect(await db.sql(oldest)).toEqual([])
})

test('without a mail server the mail stays in the outbox, with a warning', async () => {
  const staying: string[] = []
  const id = await queue()
  await working(
    undefined,
    () => until(async () => (await waitingJobs()) === 0),
    (mail) => staying.push(mail.id),
  )
  expect(staying).toEqual([id])
  expect(await outboxRow(id)).toMatchObject({ sent: false, attempts: 0 })
})

test('a job locked by a killed process is run by the next one', async () => {
  const id = await queue()
  await db.sql(`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now()`)
  await working(
    async () => {},
    () => until(async () => (await outboxRow(id)).sent),
  )
})

test('no transaction is open during the request to the mail server', async () => {
  let open: unknown[] = ['not asked']
  const id = await queue()
  await working(
    async () => {
      open = await db.sql(
        `select query from pg_stat_activity where usename = 'worker' and state like 'idle in transaction%' and datname = current_database()`,
      )
    },
    () => until(async () => (await outboxRow(id)).sent),
  )
  expect(open).toEqual([])
})

test('a mail leased to another job is sent after the lease expires', async () => {
  const id = await queue()
  await db.sql(
    `update mail.outbox set leased_until = now() + interval '1 second', leased_to_job = 'another' where id = $1`,
    [id],
  )
  const [before] = await db.sql<{ leased_until: Date }>('select leased_until from mail.outbox where id = $1', [id])
  let sentAt = 0
  await working(
    async () => void (sentAt = Date.now()),
    () => until(async () => (await outboxRow(id)).sent),
  )
  expect(sentAt).toBeGreaterThanOrEqual(before!.leased_until.getTime())
})

test('visitors and users can read neither the queue nor the outbox', async () => {
  for (const role of ['anon', 'authenticated']) {
    await expect(db.as({ role }, `select jobs.enqueue('send_mail')`)).rejects.toMatchObject({ code: '42501' })
    await expect(db.as({ role }, 'select * from mail.outbox')).rejects.toMatchObject({ code: '42501' })
    await expect(db.as({ role }, 'select * from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' })
  }
})

test.each([
  [
    'permanently refused by the server',
    0,
    async () => ({ refused: '550 no such user', isAddress: true }),
    '550 no such user',
  ],
  ['not accepted at the last attempt', 24, () => Promise.reject(new Error('452 mailbox full')), '452 mailbox full'],
])(
  'the onDelivered callback receives a mail %s, and its writes are committed with the outcome',
  async (_, triedBefore, deliver, reason) => {
    await db.sql('create table if not exists reported (mail uuid, refused text)')
    await db.sql('grant insert on reported to worker')
    const id = await queue()
    await db.sql('update graphile_worker._private_jobs set attempts = $1', [triedBefore])
    const runner = await runJobs({
      config: db.connect('worker'),
      tasks: {
        send_mail: sendMail({
          deliver,
          onDelivered: async (tx, delivered) => {
            for (const { mail, delivery } of delivered)
              await tx.query('insert into reported values ($1, $2)', [mail.id, delivery.refused])
          },
        }),
      },
      pollMs: 100,
    })
    await until(async () => (await outboxRow(id)).attempts > 0)
    await runner.stop()
    expect(await db.sql('select refused from reported where mail = $1', [id])).toEqual([{ refused: reason }])
  },
)

test.each([
  ['a lone surrogate', 'blocked \ud83d', 'blocked \ufffd'],
  ['a NUL', 'blo\0cked', 'blocked'],
])('with %s in a provider’s text all outcomes of the batch are recorded', async (_, providerText, stored) => {
  await db.sql('create table if not exists outcomes (mail uuid, outcome jsonb)')
  await db.sql('grant insert on outcomes to worker')
  const [taken, refused, failing, postponed] = (await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    queueMails(tx, Array(4).fill(invitation)),
  )) as [string, string, string, string]
  const sent: string[] = []
  const tomorrow = new Date(Date.now() + 86_400_000)
  const options: SendMailOptions = {
    async deliver({ id }) {
      sent.push(id)
      if (id === refused) return { refused: providerText }
      if (id === postponed) return { notBefore: tomorrow, because: providerText }
      if (id === failing && sent.filter((one) => one === failing).length === 1) throw new Error(providerText)
      return { providerId: providerText }
    },
    async onDelivered(tx, delivered) {
      for (const { mail, delivery } of delivered)
        await tx.query('insert into outcomes values ($1, $2)', [mail.id, JSON.stringify(delivery)])
    },
  }
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: { send_mail: sendMail(options), send_mails: sendMails(options) },
    pollMs: 100,
  })
  await until(async () => (await outboxRow(failing)).sent)
  await runner.stop()
  expect(sent.toSorted()).toEqual([taken, refused, failing, failing, postponed].toSorted())
  expect(await outboxRow(taken)).toEqual({ sent: true, attempts: 1, last_error: null })
  for (const id of [refused, postponed])
    // oxlint-disable-next-line no-await-in-loop
    expect(await outboxRow(id)).toEqual({ sent: false, attempts: 1, last_error: stored })
  expect(await db.sql('select outcome from outcomes where mail = any ($1)', [[taken, refused]])).toEqual(
    expect.arrayContaining([{ outcome: { providerId: stored } }, { outcome: { refused: stored } }]),
  )
})

test('an error with a NUL is stored on the mail and on its job, which is retried', async () => {
  const id = await queue()
  const task = sendMail({ deliver: () => Promise.reject(new Error('unreach\0able')) })
  const runner = await runJobs({ config: db.connect('worker'), tasks: { send_mail: task }, pollMs: 100 })
  const jobOf = async () =>
    (
      await db.sql<{ last_error: string | null; locked_at: Date | null }>(
        'select last_error, locked_at from graphile_worker.jobs where key = $1',
        [`mail:${id}`],
      )
    )[0]
  await until(async () => (await jobOf())?.last_error != null)
  await runner.stop()
  expect((await jobOf())!.last_error).toContain('unreachable')
  expect(await outboxRow(id)).toEqual({ sent: false, attempts: 1, last_error: 'unreachable' })
})

test('onDelivered is not called for a mail that will be retried', async () => {
  const reported: unknown[] = []
  const id = await queue()
  const task = sendMail({
    deliver: () => Promise.reject(new Error('the server is unreachable')),
    onDelivered: async (_, delivered) => void reported.push(...delivered),
  })
  const runner = await runJobs({ config: db.connect('worker'), tasks: { send_mail: task }, pollMs: 100 })
  await until(async () => (await outboxRow(id)).attempts > 0)
  await runner.stop()
  expect(reported).toEqual([])
})

test('the delivery check runs before each attempt and can cancel or postpone the mail', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const answers = new Map<string, DeliveryBlock>([
    [await queue(), { refused: 'unsubscribe' }],
    [await queue(), { notBefore: tomorrow }],
  ])
  const sent: string[] = []
  const free = await queue()
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: {
      send_mail: sendMail({
        deliver: async (mail) => void sent.push(mail.id),
        checkDelivery: async () => answers,
      }),
    },
    pollMs: 100,
  })
  const [stays, waits] = [...answers.keys()] as [string, string]
  const jobOf = (id: string) =>
    db.sql<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [`mail:${id}`])
  await until(async () => (await outboxRow(free)).sent && (await jobOf(stays)).length === 0)
  await until(async () => (await jobOf(waits))[0]?.run_at.getTime() === tomorrow.getTime())
  await runner.stop()
  expect(sent).not.toContain(stays)
  expect(sent).not.toContain(waits)
  expect(await outboxRow(stays)).toEqual({ sent: false, attempts: 1, last_error: 'unsubscribe' })
  expect(await outboxRow(waits)).toEqual({ sent: false, attempts: 0, last_error: null })
  // It does not count as waiting for the mail server.
  const waiting = () => db.sql('select coalesce(sum(waiting), 0)::int as mails from mail.waiting_mails()')
  const counted = await waiting()
  await db.sql('delete from mail.outbox where id = $1', [waits])
  expect(await waiting()).toEqual(counted)
})

test('a postponed mail is retried at the time returned by the provider, in send_mail and send_mails', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const postponed = { notBefore: tomorrow, because: '130429: rate limit' }
  const deliver = async () => postponed
  const [single, many] = [
    await queue(),
    ...(await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => queueMails(tx, [invitation]))),
  ] as [string, string]
  const runner = await runJobs({
    config: db.connect('worker'),
    tasks: { send_mail: sendMail({ deliver }), send_mails: sendMails({ deliver }) },
    pollMs: 100,
  })
  for (const id of [single, many])
    await until(async () => {
      const [job] = await db.sql<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
        `mail:${id}`,
      ])
      return job?.run_at.getTime() === tomorrow.getTime()
    })
  await runner.stop()
  for (const id of [single, many])
    expect(await outboxRow(id)).toEqual({ sent: false, attempts: 1, last_error: '130429: rate limit' })
})

test('a message of another channel is passed to its adapter, and remains in the outbox without one', async () => {
  const message = { ...invitation, channel: 'sms', to: '+972500000001', payload: { sender: 'a' } }
  const queueOne = async () =>
    (await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => queueMails(tx, [message])))[0]!
  const [mailed, staying, sent]: [string[], string[], QueuedMail[]] = [[], [], []]
  const run = async (channels: Record<string, Deliver>, holds: () => Promise<boolean>) => {
    const options = {
      deliver: async (mail: QueuedMail) => void mailed.push(mail.id),
      channels,
      onUndeliverable: (mail: QueuedMail) => void staying.push(mail.id),
    }
    const runner = await runJobs({
      config: db.connect('worker'),
      tasks: { send_mail: sendMail(options), send_mails: sendMails(options) },
      pollMs: 100,
    })
    await until(holds)
    await runner.stop()
  }
  const first = await queueOne()
  await run({}, async () => staying.includes(first))
  expect(await outboxRow(first)).toMatchObject({ sent: false, attempts: 0 })
  await wakeMail(worker, ['sms'])
  await run({ sms: async (mail) => void sent.push(mail) }, async () => (await outboxRow(first)).sent)
  expect(sent).toEqual([expect.objectContaining({ id: first, channel: 'sms', payload: { sender: 'a' } })])
  // Mails of earlier tests may be due again.
  expect(mailed).not.toContain(first)
})
