// Delivery reports and replies of text messages, signed by the hook, over real HTTP.
import { expect, test } from 'vitest'
import { signatureOf } from '#integrations/signed-hook.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { noteSmsEvents } from './sms-events.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const secret = `v1,whsec_${Buffer.from('a secret of the provider of SMS').toString('base64')}`
const { app } = await testKernel(db, { functions: [noteSmsEvents({ secrets: [secret], matchContact })] })
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/functions/v1/note-sms-events`

async function postEvents(events: unknown[], signedWith = secret) {
  const body = JSON.stringify({ events })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(signedWith, `msg_1.${timestamp}.${body}`),
  }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

let serial = 0
async function contact() {
  const phone = `+97250${String(4_000_000 + serial++)}`
  const [row] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'phone', $2, $2, true)`,
    [row!.id, phone],
  )
  return { id: row!.id, phone }
}
async function sentMessage({ id, phone }: { id: string; phone: string }) {
  const [scheduled] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, status)
     values ($1, $2, 'sms', 'service', 'process', gen_random_uuid(), 'sent') returning id`,
    [`key ${serial++}`, id],
  )
  const [message] = await db.sql<{ mail_id: string }>(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id, sent_at)
     values ($1, $2, 'sms', 'service', $3, 'שלום', 'x', gen_random_uuid(), now()) returning mail_id`,
    [scheduled!.id, id, phone],
  )
  return message!.mail_id
}
const outcomeOf = async (mailId: string) =>
  (
    await db.sql(
      `select s.status, m.delivered_at is not null as delivered, m.error
       from messages m join scheduled_messages s on s.id = m.scheduled_id where m.mail_id = $1`,
      [mailId],
    )
  )[0]

test('a report sets the delivery status, and a number that rejects text messages gets no more advertising', async () => {
  const person = await contact()
  const [arrived, lost] = [await sentMessage(person), await sentMessage(person)]
  const failure = { kind: 'failed', messageId: lost, reason: 'landline', isLasting: true }
  for (let i = 0; i < 2; i++) expect(await postEvents([{ kind: 'delivered', messageId: arrived }, failure])).toBe(200)
  expect(await outcomeOf(arrived)).toEqual({ status: 'sent', delivered: true, error: null })
  expect(await outcomeOf(lost)).toEqual({ status: 'failed', delivered: false, error: 'landline' })
  expect(await db.sql('select channel, reason from suppressions where value_norm = $1', [person.phone])).toEqual([
    { channel: 'sms', reason: 'bounce' },
  ])
})

test('a reply with only the keyword opts out of advertising by text, and repeating the report changes nothing', async () => {
  const { id, phone } = await contact()
  for (const channel of ['sms', 'whatsapp'])
    await db.as(as.owner, `select record_consent($1, $2, $3, 'grant', 'ביקשו בטלפון')`, [id, channel, phone])
  const reply = { kind: 'received', id: `reply ${serial++}`, phone, text: 'הסר' }
  for (let i = 0; i < 2; i++) expect(await postEvents([reply])).toBe(200)
  expect(
    await db.sql(
      `select advertising_block_reason($1, $2, 'sms') as sms, advertising_block_reason($1, $2, 'whatsapp') as whatsapp`,
      [id, phone],
    ),
  ).toEqual([{ sms: 'unsubscribe', whatsapp: null }])
  expect(
    await db.sql(
      `select payload ->> 'text' as text from activities where contact_id = $1 and type = 'message.received'`,
      [id],
    ),
  ).toEqual([{ text: 'הסר' }])
})

test('a call with an invalid signature or shape is refused', async () => {
  const { phone } = await contact()
  const reply = { kind: 'received', id: 'x', phone, text: 'שלום' }
  const another = `v1,whsec_${Buffer.from('another secret of the provider').toString('base64')}`
  expect(await postEvents([reply], another)).toBe(401)
  expect(await postEvents([{ ...reply, phone: '050-1234567' }])).toBe(422)
  expect(await db.sql('select from received_messages where from_value = $1', [phone])).toEqual([])
})
