// An SMTP server that accepts connections and then fails: the resulting message states, and duplicate deliveries.
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addRecipients, scheduleMessages } from '../../bench/messages/recipients.ts'
import { testDatabase } from '../../test/database.ts'
import { type SmtpStep, testSmtpServer } from '../../test/smtp-server.ts'
import { openJobs } from './jobs.ts'
import { startWorker } from './worker.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'

const db = await testDatabase()
const templates = await addRecipients(db.owner, 3)

/**
 * The reply to the first recipient's mail, repeated until it is reset: a client retries immediately over a new
 * connection when a reused one was closed.
 */
let script: { step: SmtpStep; reply: string | undefined }
const first = (
  await db.sql<{ to: string }>(
    `select p.value_norm as to from contacts c join contact_points p on p.contact_id = c.id order by c.id limit 1`,
  )
)[0]!.to
let before: string[] = []
const office = await testSmtpServer({
  onStep: (step, to) => (step === script.step && to === `<${first}>` ? script.reply : undefined),
})
const jobs = openJobs({
  connect: db.connect,
  sealFor: createSealing([makeSealingKey()]),
  siteUrl: 'http://site.test',
  mails: { send: () => Promise.reject(new Error('No mail is expected here.')) },
  renderMail: () => Promise.reject(new Error('No mail is expected here.')),
  composeService: async ({ subject }) => ({ subject, html: `<p>${subject}</p>`, text: subject }),
  composeCampaign: async ({ subject }) => ({ subject: `פרסומת | ${subject}`, html: '', text: subject, replyTo: null }),
})
const worker = await startWorker({
  connect: db.connect,
  smtp: {
    host: '127.0.0.1',
    port: office.port,
    user: undefined,
    password: undefined,
    from: 'a@example.com',
    senderName: undefined,
  },
  jobs,
  log: pino({ level: 'silent' }),
})
afterAll(async () => {
  await worker.stop()
  await jobs.stop()
  office.close()
})

let round = 0
beforeEach(async () => {
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from suppressions')
  await db.sql('delete from mail.outbox')
  await db.sql('update contact_points set bounced_at = null')
  before = [...office.received]
})

const states = () =>
  db.sql<{ to: string; status: string; error: string | null; last_error: string | null; attempts: number }>(
    `select m.to_value as to, s.status, m.error, o.last_error, o.attempts from scheduled_messages s
     join messages m on m.scheduled_id = s.id join mail.outbox o on o.id = m.mail_id`,
  )
const ofFirst = async () => (await states()).find(({ to }) => to === first)
/** Number of times the server accepted the first recipient's mail in this test. */
const takes = () => office.received.slice(before.length).filter((to) => to === `<${first}>`).length
/** Skips the backoff between attempts, which is not tested here. */
const retryNow = () =>
  db.sql(`update graphile_worker._private_jobs set run_at = now() where key like 'mail:%' and locked_at is null`)

async function send(step: SmtpStep, reply: string) {
  script = { step, reply }
  await scheduleMessages(db.owner, templates, { round: round++, many: 3 })
}

test.each<[what: string, step: SmtpStep, reply: string, reason: RegExp, taken: number]>([
  ['closes the connection during the message', 'content', 'drop', /closed|reset|hang/i, 1],
  ['closes the connection after the message, before its reply', 'end', 'drop', /closed|reset|hang/i, 2],
  ['replies 421 to RCPT and closes the connection', 'RCPT', '421 4.3.2 shutting down', /421/, 1],
  ['replies 450 to RCPT', 'RCPT', '450 4.2.1 too many messages', /450/, 1],
  ['replies 452 to the message', 'end', '452 4.3.1 out of storage', /452/, 1],
])(
  'after the server %s, the mail is retried and other mails are not delayed',
  async (_, step, reply, reason, taken) => {
    await send(step, reply)
    await expect
      .poll(ofFirst)
      .toMatchObject({ status: 'sending', attempts: 1, last_error: expect.stringMatching(reason) })
    await expect.poll(async () => (await states()).filter(({ status }) => status === 'sent').length).toBe(2)
    script.reply = undefined
    await retryNow()
    await expect.poll(ofFirst).toMatchObject({ status: 'sent', attempts: 2, error: null, last_error: null })
    expect(takes()).toBe(taken)
    expect(await db.sql('select from suppressions')).toEqual([])
  },
)

test.each<[what: string, step: SmtpStep, reply: string, suppressed: string[]]>([
  ['rejects the address as unknown', 'RCPT', '550 5.1.1 no such user', ['bounce']],
  ['rejects the address as unknown without an enhanced status code', 'RCPT', '550 no such user', ['bounce']],
  ['refuses this sender at RCPT', 'RCPT', '550 5.7.1 blocked by policy', []],
  ['refuses the message', 'end', '554 5.6.0 content rejected', []],
])('after the server %s, the mail is not retried and the error is stored', async (_, step, reply, suppressed) => {
  await send(step, reply)
  await expect.poll(ofFirst).toMatchObject({ status: 'failed', attempts: 1, error: expect.stringContaining(reply) })
  await expect.poll(async () => (await states()).filter(({ status }) => status === 'sent').length).toBe(2)
  expect(takes()).toBe(0)
  expect(await db.sql(`select 'left' from graphile_worker.jobs where key like 'mail:%'`)).toEqual([])
  expect((await db.sql<{ reason: string }>('select reason from suppressions')).map((row) => row.reason)).toEqual(
    suppressed,
  )
})
