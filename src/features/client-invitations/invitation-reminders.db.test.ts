// Reminders of an open invitation: two mails to the client and a notification to the coach.
import { hashKey } from '#lib/hash-key.ts'
import { beforeEach, expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { composeInvitationReminder } from './invitation-reminder.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

beforeEach(() => db.sql('delete from client_invitations'))

const renderMail: RenderMail = async ({ kind, link }) => ({ subject: kind, html: link ?? '', text: '' })
const compose = composeMessage({
  compose: { client_invite_reminder: composeInvitationReminder({ renderMail, siteUrl: 'http://site.test' }) },
})
async function send() {
  await db.sql('delete from mail.outbox')
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: new Date('2026-11-24T12:00:00+02:00'), compose }),
  )
  return db.sql<{ to: string; html: string }>('select to_address as "to", html from mail.outbox')
}

let serial = 0
async function invited() {
  const email = `client${serial++}@example.com`
  const [{ id }] = (await db.sql<{ id: string }>(
    `insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`,
    [ids.coach],
  )) as [{ id: string }]
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [id, email],
  )
  await db.as({ ...as.owner, role: 'service_role' }, 'select * from issue_client_invitation($1, $2, true)', [
    id,
    hashKey('first'),
  ])
  return { id, email }
}
const sentAgo = (contact: string, ago: string) =>
  db.sql(
    `update client_invitations set sent_at = now() - $2::interval, expires_at = now() - $2::interval + interval '14 days' where contact_id = $1`,
    [contact, ago],
  )
const revoke = (contact: string) => db.as(as.owner, 'select revoke_client_invitation($1)', [contact])
const statesOf = (contact: string) =>
  db.sql<{ status: string; hours: number }>(
    `select status, round(extract(epoch from planned_at - now()) / 3600)::integer as hours from scheduled_messages
     where contact_id = $1 order by planned_at`,
    [contact],
  )
async function notices() {
  await db.sql('select write_due_notices()')
  const rows = await db.sql<{ user_id: string; id: string }>(
    `select user_id, related_entity_id as id from notifications where type = 'client.not_accepted'`,
  )
  await db.sql('delete from notifications')
  return rows
}

test('an open invitation is mailed again after three and seven days, with a new link next to the first one', async () => {
  const { id, email } = await invited()
  expect(await statesOf(id)).toEqual([
    { status: 'scheduled', hours: 72 },
    { status: 'scheduled', hours: 168 },
  ])
  await sentAgo(id, '3 days 1 minute')
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect(mail!.to).toBe(email)
  const token = new URL(mail!.html).searchParams.get('token')!
  for (const hash of [hashKey(token), hashKey('first')])
    expect(await db.sql('select state from read_client_invitation($1, $2)', [id, hash])).toEqual([{ state: 'sent' }])
  await sentAgo(id, '7 days 1 minute')
  expect((await send()).map(({ to }) => to)).toEqual([email])
  expect(await send()).toEqual([])
})

test('the reminders are cancelled when the invitation is accepted or revoked', async () => {
  const [accepted, revoked] = [await invited(), await invited()]
  await db.sql(`select accept_client_invitation($1, $2, $3)`, [accepted.id, hashKey('first'), ids.client])
  await revoke(revoked.id)
  for (const { id } of [accepted, revoked])
    expect((await statesOf(id)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test('the coach is notified once after seven days, and not about a closed invitation', async () => {
  const [waiting, closed] = [await invited(), await invited()]
  for (const { id } of [waiting, closed]) await sentAgo(id, '6 days 23 hours')
  expect(await notices()).toEqual([])
  await revoke(closed.id)
  for (const { id } of [waiting, closed]) await sentAgo(id, '7 days 1 minute')
  expect(await notices()).toEqual([{ user_id: ids.coach, id: waiting.id }])
  expect(await notices()).toEqual([])
})

test('a disabled notification rule sends no notification', async () => {
  const { id } = await invited()
  await sentAgo(id, '7 days 1 minute')
  const set = (isActive: boolean) =>
    db.as(as.owner, `update message_rules set is_active = $1 where key = 'invitation.not_accepted'`, [isActive])
  await set(false)
  expect(await notices()).toEqual([])
  await set(true)
  expect(await notices()).toEqual([{ user_id: ids.coach, id }])
})
