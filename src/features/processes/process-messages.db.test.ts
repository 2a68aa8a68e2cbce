// Messages of a process: scheduled, rescheduled and cancelled with it.
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeActors } from '../../../test/actors.ts'
import { defaultTemplates } from '../email-templates/default-templates.ts'
import { fillTemplate, type RenderMail } from '../email-templates/email-templates.ts'
import { sendBatch } from '../messages/sender/send-batch.server.ts'
import { composeMessage } from '../messages/sender/compose-message.server.ts'
import { composeReviewRequest } from '../reviews/requests/review-requests.server.ts'
import {
  composeAnniversary,
  composeClientIdle,
  composeStageCompleted,
  composeStageOpened,
} from './process-messages.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const siteUrl = 'http://site.test'
const renderMail: RenderMail = ({ kind, values, link }) => {
  const { subject, body } = fillTemplate(defaultTemplates[kind], values)
  return Promise.resolve({ subject, html: `<p>${body}</p>`, text: `${body}\n${link ?? ''}` })
}
const compose = composeMessage({
  compose: {
    review_request: composeReviewRequest({ renderMail, siteUrl }),
    stage_completed: composeStageCompleted({ renderMail, siteUrl }),
    stage_opened: composeStageOpened({ renderMail, siteUrl }),
    client_idle: composeClientIdle({ renderMail, siteUrl }),
    process_anniversary: composeAnniversary({ renderMail }),
  },
})
const noon = new Date('2026-11-24T12:00:00+02:00')
const send = (now = noon) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) => sendBatch(tx, { most: 50, now, compose }))

const [template] = await db.sql<{ id: string }>('select id from process_templates limit 1')
const stages = await db.sql<{ id: string; name: string }>(
  'select id, name from process_stages where template_id = $1 order by stage_order',
  [template!.id],
)

beforeEach(async () => {
  await db.sql('delete from mail.outbox')
  await db.sql('delete from client_processes')
  await db.sql('delete from scheduled_messages')
  await db.sql('delete from review_requests')
  await db.sql('update message_rules set is_active = true')
  await only('process.review_request', 'stage.completed')
  await db.sql(`update message_rules set offset_minutes = 1440 where key = 'process.review_request'`)
})

/** Disables all other rules of the plan. */
const only = (...keys: string[]) =>
  db.sql(`update message_rules set is_active = key = any ($1) where channel = 'email'`, [keys])

let made = 0
async function process({ hasAccount = false } = {}) {
  const email = `client${made++}@example.com`
  await db.sql('update contacts set client_user_id = null')
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, client_user_id) values ('דנה', $1) returning id`,
    [hasAccount ? ids.client : null],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [contact!.id, email],
  )
  const [row] = await db.sql<{ id: string }>(
    'insert into client_processes (contact_id, process_template_id) values ($1, $2) returning id',
    [contact!.id, template!.id],
  )
  return { id: row!.id, contact: contact!.id, email }
}
const finish = (id: string, before = '0 hours') =>
  db.sql(`update client_processes set status = 'completed', completed_at = now() - $2::interval where id = $1`, [
    id,
    before,
  ])
const messagesOf = (id: string) =>
  db.sql<{ status: string; skip_reason: string | null; hours: number }>(
    `select s.status, s.skip_reason, round(extract(epoch from s.send_at - now()) / 3600)::int as hours
     from scheduled_messages s where s.context_id = $1 order by s.created_at`,
    [id],
  )
const mails = () =>
  db.sql<{ to: string; subject: string; text: string }>(`select to_address as "to", subject, text from mail.outbox`)

test('a completed process sends one review request, a day later', async () => {
  const { id, email } = await process()
  await finish(id)
  await finish(id)
  expect(await messagesOf(id)).toEqual([{ status: 'scheduled', skip_reason: null, hours: 24 }])
  await send()
  expect(await mails()).toEqual([])
  await finish(id, '24 hours 5 minutes')
  await send()
  await send()
  expect(await mails()).toMatchObject([{ to: email, subject: 'איך היה? נשמח לשמוע' }])
  expect((await mails())[0]!.text).toContain(`${siteUrl}/reviews/request/`)
})

test('reopening a process cancels the review request, and completing it again schedules a new one', async () => {
  const { id } = await process()
  await finish(id)
  await db.sql(`update client_processes set status = 'active' where id = $1`, [id])
  expect(await messagesOf(id)).toEqual([{ status: 'canceled', skip_reason: 'entity_changed', hours: 24 }])
  await finish(id)
  expect(await messagesOf(id)).toEqual([{ status: 'scheduled', skip_reason: null, hours: 24 }])
})

test('deleting a process cancels its messages', async () => {
  const { id } = await process()
  await finish(id)
  await db.sql('delete from client_processes where id = $1', [id])
  expect(await messagesOf(id)).toMatchObject([{ status: 'canceled', skip_reason: 'entity_changed' }])
})

test('changing a rule reschedules its messages, and disabling it cancels them', async () => {
  const { id } = await process()
  await finish(id)
  const rule = (change: string) =>
    db.as(as.owner, `update message_rules set ${change} where key = 'process.review_request'`)
  await rule('offset_minutes = 2880')
  expect(await messagesOf(id)).toMatchObject([{ status: 'scheduled', hours: 48 }])
  await rule('is_active = false')
  expect(await messagesOf(id)).toMatchObject([{ status: 'canceled' }])
  await rule('is_active = true')
  expect(await messagesOf(id)).toMatchObject([{ status: 'scheduled', hours: 48 }])
})

test('a message whose send time is long past is skipped as too late', async () => {
  const { id } = await process()
  await finish(id, '3 days')
  expect(await messagesOf(id)).toMatchObject([{ status: 'skipped', skip_reason: 'too_late' }])
})

test('a contact with a manual review request gets none from the message plan', async () => {
  const { id, contact, email } = await process()
  await db.sql(`insert into review_requests (contact_id, email, token_hash) values ($1, $2, 'x')`, [contact, email])
  await finish(id, '24 hours 5 minutes')
  await send()
  expect(await messagesOf(id)).toMatchObject([{ status: 'skipped', skip_reason: 'review_asked_already' }])
})

test('two clients merged between scheduling and sending get one message', async () => {
  const [first, second] = [await process(), await process()]
  await finish(first.id, '24 hours 5 minutes')
  const versions = await db.sql<{ id: string; version: number }>(
    'select id, version from contacts where id = any ($1)',
    [[first.contact, second.contact]],
  )
  const versionOf = (id: string) => versions.find((row) => row.id === id)!.version
  await db.sql('delete from client_processes where id = $1', [second.id])
  await db.as(as.owner, 'select merge_contacts($1, $2, $3, $4)', [
    second.contact,
    first.contact,
    versionOf(second.contact),
    versionOf(first.contact),
  ])
  await send()
  expect(await mails()).toMatchObject([{ to: second.email }])
  await db.sql('select private.derive_messages($1, $2)', ['process', first.id])
  await send()
  expect(await mails()).toHaveLength(1)
})

async function stage(process: string, at: number) {
  const [row] = await db.sql<{ id: string }>(
    `insert into process_stage_instances (client_process_id, process_stage_id, status) values ($1, $2, $3) returning id`,
    [process, stages[at]!.id, at === 0 ? 'active' : 'locked'],
  )
  return row!.id
}
const close = (id: string) => db.sql(`update process_stage_instances set status = 'done' where id = $1`, [id])

test('a completed stage is announced together with the next one to a client with an account', async () => {
  const client = await process({ hasAccount: true })
  const [first] = [await stage(client.id, 0), await stage(client.id, 1)]
  await close(first)
  await send()
  const [mail] = await mails()
  expect(mail).toMatchObject({ to: client.email, subject: `הושלם שלב: ${stages[0]!.name}` })
  expect(mail!.text).toContain(`השלב הבא: ${stages[1]!.name}`)
})

test('a completed stage is not announced without an account, if it is the last, or after it was reopened', async () => {
  const stranger = await process()
  await close(await stage(stranger.id, 0))
  const client = await process({ hasAccount: true })
  const only = await stage(client.id, 0)
  await close(only)
  await send()
  expect(await messagesOf(only)).toMatchObject([{ status: 'skipped', skip_reason: 'entity_changed' }])
  const next = await stage(client.id, 1)
  await close(next)
  await db.sql(`update process_stage_instances set status = 'active' where id = $1`, [next])
  await send()
  expect(await messagesOf(next)).toMatchObject([{ status: 'canceled' }])
  expect(await mails()).toEqual([])
})

test('a review request due at night is held until the morning', async () => {
  const { id } = await process()
  await finish(id, '24 hours 5 minutes')
  const { until } = await send(new Date('2026-11-24T23:00:00+02:00'))
  expect(until).toEqual(new Date('2026-11-25T08:00:00+02:00'))
  expect(await messagesOf(id)).toMatchObject([{ status: 'held_quiet' }])
})

test('the first stage is announced when it opens, and later ones by the mail about the previous stage', async () => {
  await only('stage.completed', 'stage.opened')
  const client = await process({ hasAccount: true })
  const [first, second] = [await stage(client.id, 0), await stage(client.id, 1)]
  await send()
  expect((await mails()).map(({ subject }) => subject)).toEqual([`נפתח שלב: ${stages[0]!.name}`])
  await db.sql('delete from mail.outbox')
  await close(first)
  await db.sql(`update process_stage_instances set status = 'active' where id = $1`, [second])
  await send()
  expect((await mails()).map(({ subject }) => subject)).toEqual([`הושלם שלב: ${stages[0]!.name}`])
})

test('a stage that is locked again before its mail was sent is not announced', async () => {
  await only('stage.opened')
  const opened = await stage((await process({ hasAccount: true })).id, 0)
  await db.sql(`update process_stage_instances set status = 'locked' where id = $1`, [opened])
  expect(await messagesOf(opened)).toMatchObject([{ status: 'canceled' }])
})

test('half a year after a process ended one mail is sent, unless another process has started', async () => {
  await only('process.anniversary')
  const [ended, again] = [await process(), await process()]
  await finish(ended.id)
  expect(await messagesOf(ended.id)).toMatchObject([{ status: 'scheduled', hours: 180 * 24 }])
  for (const { id } of [ended, again]) await finish(id, '180 days 5 minutes')
  await db.sql('insert into client_processes (contact_id, process_template_id) values ($1, $2)', [
    again.contact,
    template!.id,
  ])
  await send()
  expect(await mails()).toMatchObject([{ to: ended.email, subject: 'חצי שנה אחרי: מה שלומכם?' }])
})

const idle = async (id: string, since: string) => {
  await db.sql('update client_processes set created_at = now() - $2::interval where id = $1', [id, since])
  await db.sql('select derive_idle_clients()')
}

test('a client idle for two weeks gets one mail, and the coach gets a notification three days later', async () => {
  await only('process.idle')
  const client = await process({ hasAccount: true })
  await db.sql('update client_processes set coach_id = $2 where id = $1', [client.id, ids.coach])
  await idle(client.id, '13 days')
  expect(await messagesOf(client.id)).toMatchObject([{ status: 'scheduled', hours: 24 }])
  await idle(client.id, '14 days 5 minutes')
  await send()
  await send()
  expect(await mails()).toMatchObject([{ to: client.email, subject: 'איך מתקדמים?' }])
  const noticed = async () => {
    await db.sql('select write_due_notices()')
    return db.sql(`select user_id from notifications where type = 'client.idle'`)
  }
  expect(await noticed()).toEqual([])
  await idle(client.id, '17 days 5 minutes')
  await noticed()
  expect(await noticed()).toEqual([{ user_id: ids.coach }])
})

test('a client who completed a task since the message was scheduled is not idle', async () => {
  await only('process.idle')
  const client = await process({ hasAccount: true })
  await idle(client.id, '14 days 5 minutes')
  await db.sql(`insert into tasks (name, contact_id, shared_with, status) values ('תלוש שכר', $1, 'client', 'Done')`, [
    client.contact,
  ])
  await send()
  expect(await mails()).toEqual([])
  expect(await messagesOf(client.id)).toMatchObject([{ status: 'skipped', skip_reason: 'entity_changed' }])
})

test('an idle period of two weeks emits one event, and another event requires activity in between', async () => {
  const without = await process()
  const client = await process({ hasAccount: true })
  const look = async (since: string) => {
    for (const { id } of [client, without])
      await db.sql('update client_processes set created_at = now() - $2::interval where id = $1', [id, since])
    await db.sql('select emit_idle_clients(), emit_idle_clients()')
    return db.sql(`select contact_id, entity_id from domain_events where type = 'client.idle' order by id`)
  }
  expect(await look('13 days')).toEqual([])
  const event = { contact_id: client.contact, entity_id: client.id }
  expect(await look('14 days 5 minutes')).toEqual([event])
  expect(await look('18 days')).toEqual([event])
  expect(await look('15 days')).toEqual([event, event])
})

test('each completion of a process emits one event', async () => {
  const { id, contact } = await process()
  const events = () =>
    db.sql(`select contact_id from domain_events where type = 'process.completed' and entity_id = $1`, [id])
  await finish(id)
  await db.sql(`update client_processes set completed_at = now() where id = $1`, [id])
  expect(await events()).toEqual([{ contact_id: contact }])
  for (const status of ['active', 'completed'])
    await db.sql('update client_processes set status = $2 where id = $1', [id, status])
  expect(await events()).toHaveLength(2)
})
