// The webhook step of an automation, from its run to a real HTTP receiver.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { automationsOf, definitionOf } from '#features/automations/running/automations.fixture.ts'
import { openReceiverPauses } from '#integrations/receiver-pauses.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { openJobs } from './jobs.ts'
import { openWebhooks } from './webhooks.ts'
import { startWorker } from './worker.ts'

const db = await testDatabase()
const clock = { now: new Date(Date.now() + 1000) }
const automations = automationsOf(db, clock)
const received: unknown[] = []
let status = 200
/** Delays the receiver's response until it resolves. */
let held = Promise.resolve()
let openCalls = 0
let maxOpen = 0
const server = createServer((request, response) => {
  maxOpen = Math.max(maxOpen, ++openCalls)
  response.on('close', () => openCalls--)
  void json(request).then(async (content) => {
    received.push(content)
    await held
    response.writeHead(status).end('the contact noa@example.com')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
/** A receiver that accepts connections and never responds. */
let hungCalls = 0
const hanging = createServer(() => void hungCalls++)
hanging.listen(0, '127.0.0.1')
await once(hanging, 'listening')
const hangingUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/hook`

const unexpected = () => Promise.reject(new Error('No mail is expected here.'))
const isAllowed = () => true
/** Long enough that a call which the test delays does not time out on a slow machine. */
const webhooks = openWebhooks({ connect: db.connect, isAllowed, timeoutMs: 120_000 })
/** Runs on a stopped clock, so that the pause after a timeout does not expire during the test. */
const inAnHour = Date.now() + 3_600_000
const impatient = openWebhooks({ connect: db.connect, isAllowed, pauses: openReceiverPauses(() => inAnHour) })
const jobs = openJobs({
  connect: db.connect,
  sealFor: createSealing([makeSealingKey()]),
  siteUrl: 'https://beit.example',
  mails: { send: unexpected },
  renderMail: unexpected,
  composeService: unexpected,
  composeCampaign: unexpected,
})
const log = pino({ level: 'silent' })
const probed: string[] = []
const probe = async ({ to }: { to: string }) => void probed.push(to)
const start = ({ deliver } = webhooks) =>
  startWorker({ connect: db.connect, smtp: undefined, channels: { webhook: deliver, probe }, jobs, log })
let worker: Awaited<ReturnType<typeof start>> | undefined
afterAll(async () => {
  await worker?.stop()
  await Promise.all([jobs.stop(), webhooks.stop(), impatient.stop()])
  server.close()
  hanging.close()
  hanging.closeAllConnections()
})
beforeEach(async () => {
  await worker?.stop()
  worker = undefined
  received.length = 0
  status = 200
  held = Promise.resolve()
})

/** A contact whose run has reached the webhook step. */
async function called(to = url) {
  const automation = await automations.enable(definitionOf([{ id: 'hook', kind: 'webhook', url: to }]), 'חיבור לגיליון')
  const contact = await automations.addContact('נועה')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', 'Noa@example.com', $2, true)`,
    [contact, `noa-${contact}@example.com`],
  )
  clock.now = new Date(Date.now() + 1000)
  await automations.deliver()
  await automations.settle()
  // Paused, so that the next contact does not enter this automation.
  await db.sql(`update automations set status = 'paused', paused_because = 'owner' where id = $1`, [automation])
  const [run] = await automations.runs(automation)
  return { automation, contact, run: run!.id }
}
/** Waits until every call has its outcome, with no retry pending. */
const ended = () =>
  eventually(async () =>
    expect(
      await db.sql(
        `select (select count(*)::int from mail.outbox where sent_at is null and last_error is null) as waiting,
           (select count(*)::int from graphile_worker.jobs where task_identifier like 'send_mail%') as jobs`,
      ),
    ).toEqual([{ waiting: 0, jobs: 0 }]),
  )
const stepsOf = (run: string) =>
  db.sql('select step_id, status, error from automation_run_steps where run_id = $1 order by seq', [run])

test('a webhook step calls its URL once, with the contact and the trigger of the run', async () => {
  const { automation, contact, run } = await called()
  expect(JSON.stringify(await db.sql('select payload from mail.outbox'))).not.toContain('oa@')
  worker = await start()
  await ended()
  expect(received).toEqual([
    {
      id: expect.any(String),
      automation: { id: automation, name: 'חיבור לגיליון' },
      step: 'hook',
      event: 'contact.created',
      subject: null,
      contact: { id: contact, first_name: 'נועה', last_name: null, email: 'Noa@example.com', phone: null },
    },
  ])
  expect(await stepsOf(run)).toEqual([{ step_id: 'hook', status: 'done', error: null }])
  // Coaches can read the log of their contacts, and the URL is a secret.
  expect(await db.sql('select input from automation_run_steps where run_id = $1', [run])).toEqual([
    { input: { kind: 'webhook' } },
  ])
})

type Called = Awaited<ReturnType<typeof called>>
const changes: [what: string, change: (made: Called) => Promise<unknown>, error: string][] = [
  [
    'the contact was deleted',
    ({ contact }) => db.sql('update contacts set deleted_at = now() where id = $1', [contact]),
    'contact_gone',
  ],
  [
    'the automation was archived',
    ({ automation }) => db.sql(`update automations set status = 'archived' where id = $1`, [automation]),
    'automation_archived',
  ],
  [
    'the contact left the automation',
    ({ run }) =>
      db.sql(`update automation_runs set status = 'exited', exit_reason = 'do_not_contact' where id = $1`, [run]),
    'run_exited',
  ],
]
test.each(changes)('no URL is called after %s', async (_, change, error) => {
  const call = await called()
  await change(call)
  worker = await start()
  await ended()
  expect(await stepsOf(call.run)).toEqual([
    { step_id: 'hook', status: 'done', error: null },
    { step_id: 'hook', status: 'failed', error },
  ])
  expect(received).toEqual([])
})

test('a demo contact is not sent to the webhook, and the step is logged as done', async () => {
  const { contact, run } = await called()
  await db.sql('update contacts set is_demo = true where id = $1', [contact])
  worker = await start()
  await ended()
  expect(await stepsOf(run)).toEqual([{ step_id: 'hook', status: 'done', error: null }])
  expect(received).toEqual([])
})

test('unresponsive receivers are called one at a time, so that other jobs still run', async () => {
  worker = await start()
  const hold = Promise.withResolvers<void>()
  held = hold.promise
  maxOpen = 0
  await called()
  await called()
  await eventually(() => expect(received).not.toEqual([]))
  await inTransaction(db.authenticator, { role: 'service_role' }, (own) =>
    queueMail(own, { to: 'sign-in', subject: '', html: '', text: '', purpose: 'x', channel: 'probe' }),
  )
  await eventually(() => expect(probed).toEqual(['sign-in']))
  hold.resolve()
  await ended()
  expect(new Set(received.map((content) => (content as { id: string }).id)).size).toBe(2)
  expect(maxOpen).toBe(1)
})

test("the log of the run contains the receiver's error status, without the response body", async () => {
  const { run } = await called()
  status = 410
  worker = await start()
  await ended()
  expect(await stepsOf(run)).toEqual([
    { step_id: 'hook', status: 'done', error: null },
    { step_id: 'hook', status: 'failed', error: 'answered_410' },
  ])
  expect(received).toHaveLength(1)
  expect(JSON.stringify(await db.sql('select * from mail.outbox'))).not.toContain('noa@example.com')
})

test('an unresponsive receiver is called once and then paused, while other receivers are called', async () => {
  for (let i = 0; i < 12; i++) await called(hangingUrl)
  await called()
  worker = await start(impatient)
  // Twelve calls of five seconds each would take a minute.
  await eventually(() => expect(received).toHaveLength(1))
  expect(hungCalls).toBe(1)
  const waiting = `select count(*)::int as calls, count(distinct j.run_at)::int as times,
      min(extract(epoch from j.run_at - now())) > 60 as "isLater", array_agg(distinct o.last_error) as because
    from mail.outbox o join graphile_worker.jobs j on j.key = 'mail:' || o.id where o.sent_at is null`
  await eventually(async () =>
    expect(await db.sql(waiting)).toEqual([{ calls: 12, times: 12, isLater: true, because: ['not_reached: TIMEOUT'] }]),
  )
  const webhook = (rows: { channel: string }[]) => rows.find(({ channel }) => channel === 'webhook')
  await eventually(async () =>
    expect(webhook(await db.sql('select channel, waiting, oldest_to, oldest_error from mail.waiting_mails()'))).toEqual(
      {
        channel: 'webhook',
        waiting: 12,
        oldest_to: '127.0.0.1',
        oldest_error: 'not_reached: TIMEOUT',
      },
    ),
  )
  await worker.stop()
  // After four days the calls expire without being called.
  const waits = `sent_at is null and channel = 'webhook' and to_address = '127.0.0.1' and o.last_error = 'not_reached: TIMEOUT'`
  await db.sql(`update mail.outbox o set created_at = now() - interval '97 hours' where ${waits}`)
  await db.sql(
    `select graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now())
     from mail.outbox o join graphile_worker.jobs j on j.key = 'mail:' || o.id where ${waits}`,
  )
  worker = await start(impatient)
  await ended()
  expect(hungCalls).toBe(1)
  const [{ failures }] = (await db.sql(
    `select count(*)::int as failures from automation_run_steps where error = 'not_reached: TIMEOUT'`,
  )) as [{ failures: number }]
  expect(failures).toBe(12)
}, 180_000)
