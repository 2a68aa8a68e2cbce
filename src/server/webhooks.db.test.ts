// The webhook step of an automation, from its run to a real HTTP receiver.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { automationsOf, definitionOf } from '#features/automations/running/automations.fixture.ts'
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
const server = createServer((request, response) => {
  void json(request).then((content) => {
    received.push(content)
    response.writeHead(status).end('a reason')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

const unexpected = () => Promise.reject(new Error('No mail is expected here.'))
const webhooks = openWebhooks({ connect: db.connect, isAllowed: () => true })
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
const start = () =>
  startWorker({ connect: db.connect, smtp: undefined, channels: { webhook: webhooks.deliver }, jobs, log })
let worker: Awaited<ReturnType<typeof start>> | undefined
afterAll(async () => {
  await worker?.stop()
  await Promise.all([jobs.stop(), webhooks.stop()])
  server.close()
})
beforeEach(async () => {
  await worker?.stop()
  worker = undefined
  received.length = 0
  status = 200
})

/** A contact whose run has reached the webhook step. */
async function called() {
  const automation = await automations.enable(definitionOf([{ id: 'hook', kind: 'webhook', url }]), 'חיבור לגיליון')
  const contact = await automations.addContact('נועה')
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', 'Noa@example.com', $2, true)`,
    [contact, `noa-${contact}@example.com`],
  )
  clock.now = new Date(Date.now() + 1000)
  await automations.deliver()
  await automations.settle()
  await db.sql(`update automations set status = 'archived' where id = $1`, [automation])
  const [run] = await automations.runs(automation)
  return { automation, contact, run: run!.id }
}
const stepsOf = (run: string) =>
  db.sql('select step_id, status, error from automation_run_steps where run_id = $1 order by seq', [run])

test('a webhook step calls its address once, with the contact and what started the run', async () => {
  const { automation, contact, run } = await called()
  expect(JSON.stringify(await db.sql('select payload from mail.outbox'))).not.toContain('oa@')
  worker = await start()
  await eventually(async () => expect(received).toHaveLength(1))
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
})

test('nothing is sent of a contact who was deleted before the call', async () => {
  const { contact, run } = await called()
  await db.sql('update contacts set deleted_at = now() where id = $1', [contact])
  worker = await start()
  await eventually(async () =>
    expect(await stepsOf(run)).toEqual([
      { step_id: 'hook', status: 'done', error: null },
      { step_id: 'hook', status: 'failed', error: 'the contact is gone' },
    ]),
  )
  expect(received).toEqual([])
})

test('a refusal of the receiver is in the log of the run', async () => {
  const { run } = await called()
  status = 410
  worker = await start()
  await eventually(async () =>
    expect(await stepsOf(run)).toEqual([
      { step_id: 'hook', status: 'done', error: null },
      { step_id: 'hook', status: 'failed', error: 'The address answered 410: a reason' },
    ]),
  )
  expect(received).toHaveLength(1)
})
