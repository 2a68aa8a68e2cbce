// Review requests after milestone stages: once per client and stage, and not soon after another request or review.
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { defaultTemplates } from '../email-templates/default-templates.ts'
import { fillTemplate, type RenderMail } from '../email-templates/email-templates.ts'
import { composeMessage } from '../messages/sender/compose-message.server.ts'
import { sendBatch } from '../messages/sender/send-batch.server.ts'
import { composeReviewRequest } from '../reviews/requests/review-requests.server.ts'

const db = await testDatabase()
const siteUrl = 'http://site.test'
const renderMail: RenderMail = ({ kind, values, link }) => {
  const { subject, body } = fillTemplate(defaultTemplates[kind], values)
  return Promise.resolve({ subject, html: `<p>${body}</p>`, text: `${body}\n${link ?? ''}` })
}
const compose = composeMessage({ compose: { review_request: composeReviewRequest({ renderMail, siteUrl }) } })
const noon = new Date('2026-11-24T12:00:00+02:00')
const send = () =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) => sendBatch(tx, { most: 50, now: noon, compose }))
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

let template: string
let stages: { id: string; name: string }[]
beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from scheduled_messages')
  await db.sql(
    `update message_rules set is_active = template_key = 'review_request', offset_minutes = 1440 where channel = 'email'`,
  )
  template = await id(`insert into process_templates (name) values ('ליווי') returning id`)
  stages = await db.sql(
    `insert into process_stages (template_id, name, stage_order, stage_type, asks_for_review)
     values ($1, 'מיפוי', 1, 'task', true), ($1, 'תקציב', 2, 'task', false), ($1, 'חובות', 3, 'task', true) returning id, name`,
    [template],
  )
})

let serial = 0
async function newClient() {
  const email = `milestone${serial++}@example.com`
  const contact = await id(`insert into contacts (first_name) values ('דנה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact, email],
  )
  return { contact, email }
}
const start = (contact: string) =>
  id('insert into client_processes (contact_id, process_template_id) values ($1, $2) returning id', [contact, template])

/** Completes a stage of a process now, or at the time when its request is due. */
async function end(process: string, name: string, when: 'now' | 'a day ago' = 'a day ago') {
  const stage = stages.find((one) => one.name === name)!
  const instance = await id(
    `insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, 'active')
     on conflict (client_process_id, process_stage_id) do update set status = 'active' returning id`,
    [process, stage.id],
  )
  const ago = when === 'now' ? '0 hours' : '24 hours 5 minutes'
  await db.sql(`update process_stage_instances set status = 'done', done_at = now() - $2::interval where id = $1`, [
    instance,
    ago,
  ])
  return instance
}
const messagesOf = (context: string) =>
  db.sql<{ status: string; skip_reason: string | null; hours: number }>(
    `select status, skip_reason, round(extract(epoch from send_at - now()) / 3600)::int as hours
     from scheduled_messages where context_id = $1 order by created_at`,
    [context],
  )
const mails = () => db.sql<{ to: string; text: string }>('select to_address as "to", text from mail.outbox')

test('completing a milestone stage sends a review request a day later, and other stages do not', async () => {
  const { contact, email } = await newClient()
  const process = await start(contact)
  expect(await messagesOf(await end(process, 'תקציב', 'now'))).toEqual([])
  expect(await messagesOf(await end(process, 'מיפוי', 'now'))).toEqual([
    { status: 'scheduled', skip_reason: null, hours: 24 },
  ])
  await send()
  expect(await mails()).toEqual([])
  const instance = await end(process, 'מיפוי')
  await send()
  await send()
  expect(await mails()).toMatchObject([{ to: email, text: expect.stringContaining(`${siteUrl}/reviews/request/`) }])
  expect(await messagesOf(instance)).toMatchObject([{ status: 'sending' }])
  expect(await db.sql('select from review_requests where contact_id = $1', [contact])).toHaveLength(1)
})

test('reopening the stage cancels its request, and so does cancelling the process', async () => {
  const { contact } = await newClient()
  const process = await start(contact)
  const instance = await end(process, 'מיפוי')
  await db.sql(`update process_stage_instances set status = 'active' where id = $1`, [instance])
  expect(await messagesOf(instance)).toMatchObject([{ status: 'canceled', skip_reason: 'entity_changed' }])
  await end(process, 'מיפוי')
  await db.sql(`update client_processes set status = 'cancelled' where id = $1`, [process])
  await send()
  expect(await mails()).toEqual([])
  expect(await messagesOf(instance)).toMatchObject([{ status: 'skipped', skip_reason: 'entity_changed' }])
})

test('a client gets one request per stage, even in a second process years later', async () => {
  const { contact } = await newClient()
  const first = await start(contact)
  await end(first, 'מיפוי')
  await send()
  expect(await mails()).toHaveLength(1)
  await db.sql(`update review_requests set created_at = now() - interval '2 years', closed_at = now() where contact_id = $1`, [contact]) // prettier-ignore
  await db.sql(`update client_processes set status = 'cancelled' where id = $1`, [first])
  await db.sql('delete from mail.outbox')
  const again = await end(await start(contact), 'מיפוי')
  await send()
  expect(await mails()).toEqual([])
  expect(await messagesOf(again)).toMatchObject([{ status: 'skipped', skip_reason: 'milestone_asked_already' }])
})

test('a second milestone sends a request only if the previous request is at least 90 days old', async () => {
  const { contact, email } = await newClient()
  const process = await start(contact)
  const addRequest = (days: number) =>
    db.sql(
      `insert into review_requests (contact_id, email, token_hash, created_at, closed_at)
       values ($1, $2, gen_random_uuid(), now() - make_interval(days => $3), now())`,
      [contact, email, days],
    )
  await addRequest(91)
  await end(process, 'מיפוי')
  await send()
  expect(await mails()).toHaveLength(1)
  const soon = await end(process, 'חובות')
  await send()
  expect(await mails()).toHaveLength(1)
  expect(await messagesOf(soon)).toMatchObject([{ status: 'skipped', skip_reason: 'review_asked_already' }])
})

test.each([
  ['of 89 days ago', 89, 'pending', 0],
  ['of 91 days ago', 91, 'pending', 1],
  ['of 89 days ago without a verified author', 89, 'pending_verification', 1],
])(
  'a review %s suppresses or allows the requests of a milestone and of the end of a process',
  async (_, days, status, requests) => {
    for (const anchor of ['milestone', 'end'] as const) {
      // oxlint-disable no-await-in-loop
      const { contact, email } = await newClient()
      const review = await id(
        `insert into reviews (shown_name, body, source, status, created_at)
       values ('דנה', 'היה לנו טוב מאוד', 'form', $1, now() - make_interval(days => $2)) returning id`,
        [status, days],
      )
      await db.sql(`insert into review_authors (review_id, name, email, words_hash) values ($1, 'דנה', $2, $2)`, [
        review,
        email,
      ])
      const process = await start(contact)
      if (anchor === 'milestone') await end(process, 'מיפוי')
      else
        await db.sql(
          `update client_processes set status = 'completed', completed_at = now() - interval '24 hours 5 minutes' where id = $1`,
          [process],
        )
      await send()
      const sent = (await mails()).filter(({ to }) => to === email)
      expect(sent, anchor).toHaveLength(requests)
      // oxlint-enable no-await-in-loop
    }
  },
)

test('the last stage and the end of its process send one request', async () => {
  const { contact } = await newClient()
  const process = await start(contact)
  await end(process, 'חובות')
  await db.sql(
    `update client_processes set status = 'completed', completed_at = now() - interval '24 hours 5 minutes' where id = $1`,
    [process],
  )
  await send()
  await send()
  expect(await mails()).toHaveLength(1)
  expect(
    await db.sql(`select skip_reason from scheduled_messages where contact_id = $1 and status = 'skipped'`, [contact]),
  ).toEqual([{ skip_reason: 'review_asked_already' }])
})
