// Inbound mails, signed by the mail provider, over real HTTP.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { receiveMail } from '#features/messages/receive-mail.server.ts'
import { readSignedBody } from '#features/messages/signed-body.server.ts'
import { signatureOf } from '#integrations/signed-hook.ts'
import { z } from '#lib/schema.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { messageLimit } from './message-rules.ts'
import { replyByMail } from './reply-by-mail.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const secret = `v1,whsec_${Buffer.from('a secret of the provider of mail').toString('base64')}`
const { app } = await testKernel(db, { functions: [receiveMail({ secrets: [secret], replyInThread: replyByMail })] })
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/functions/v1/receive-mail`

let serial = 0
type Mail = { from: string; text: string; answers?: string; id?: string; headers?: string[]; dmarc?: string }

async function arrive(
  { from, text, answers, id = `${serial++}@phone`, headers = [], dmarc }: Mail,
  signedWith = secret,
) {
  const lines = [`From: Noa <${from}>`, 'To: info@example.com', `Message-ID: <${id}>`, ...headers]
  if (answers) lines.push(`In-Reply-To: <${answers}@example.com>`)
  const body = JSON.stringify({ raw: Buffer.from([...lines, '', text].join('\r\n')).toString('base64'), dmarc })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(signedWith, `msg_1.${timestamp}.${body}`),
    },
  })
  return answer.ok ? ((await answer.json()) as { result: string }).result : answer.status
}

const row = async <Row extends object>(sql: string, values: unknown[] = []) => (await db.sql<Row>(sql, values))[0]!

async function contact(user?: string) {
  const email = `person${serial++}@example.com`
  const { id } = await row<{ id: string }>(
    `insert into contacts (first_name, client_user_id, owner_id) values ('נועה', $1, $2) returning id`,
    [user ?? null, ids.coach],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
    [id, email],
  )
  return { id, email }
}

/** Creates a mail of the product to the contact about an entity. Returns the local part of its Message-ID. */
async function mailed({ id, email }: { id: string; email: string }, type: string, entity: string) {
  const scheduled = await row<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, status)
     values ($1, $2, 'email', 'service', $3, $4, 'sent') returning id`,
    [`key ${serial++}`, id, type, entity],
  )
  const sent = await row<{ mail_id: string }>(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id, sent_at)
     values ($1, $2, 'email', 'service', $3, 'שלום', 'x', gen_random_uuid(), now()) returning mail_id`,
    [scheduled.id, id, email],
  )
  return sent.mail_id
}

const client = await contact(ids.client)
const { id: thread } = await row<{ id: string }>('insert into threads (contact_id) values ($1) returning id', [
  client.id,
])
const bodies = async () =>
  (
    await db.sql<{ body: string }>(
      `select body from thread_messages where thread_id = $1 and author_kind = 'client' order by created_at`,
      [thread],
    )
  ).map(({ body }) => body)
const linesOf = async (id: string) =>
  (
    await db.sql<{ text: string }>(
      `select payload ->> 'text' as text from activities where contact_id = $1 and type = 'message.received' order by happened_at`,
      [id],
    )
  ).map(({ text }) => text)

test('a reply to the notification of unread messages is added to the thread once, without its quoted text', async () => {
  const answers = await mailed(client, 'thread', thread)
  const mail = { from: client.email.toUpperCase(), text: 'נגיע ב־10\r\n\r\n> שלום', answers, id: 'one@phone' }
  expect(await arrive(mail)).toBe('thread')
  expect(await arrive(mail)).toBe('thread')
  expect(await bodies()).toEqual(['נגיע ב־10'])
  expect(await db.as(as.coach, 'select waits from inbox_threads() where id = $1', [thread])).toEqual([{ waits: true }])
  expect(
    await db.sql(`select payload from domain_events where contact_id = $1 and type = 'message.received'`, [client.id]),
  ).toEqual([{ payload: { channel: 'portal' } }])
  expect(await linesOf(client.id)).toEqual([])
})

test('a long reply is stored completely, in several messages', async () => {
  const before = (await bodies()).length
  const text = 'א'.repeat(messageLimit + 10)
  expect(await arrive({ from: client.email, text, answers: await mailed(client, 'thread', thread) })).toBe('thread')
  expect((await bodies()).slice(before).join('')).toBe(text)
})

test('neither a third party who knows the Message-ID nor a client with a closed account can write in the thread', async () => {
  const before = await bodies()
  const answers = await mailed(client, 'thread', thread)
  expect(await arrive({ from: 'stranger@example.com', text: 'שלום', answers })).toBe('unknown_sender')
  const other = await contact()
  expect(await arrive({ from: other.email, text: 'שלום', answers })).toBe('timeline')
  expect(await linesOf(other.id)).toEqual(['שלום'])
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.client])
  expect(await arrive({ from: client.email, text: 'עוד שאלה', answers })).toBe('timeline')
  await db.sql('update user_roles set is_active = true where user_id = $1', [ids.client])
  expect(await bodies()).toEqual(before)
  expect(await linesOf(client.id)).toEqual(['עוד שאלה'])
})

test('a mail from a known address that passed DMARC creates an activity, an event and a notification, once', async () => {
  const person = await contact()
  const mail = {
    from: person.email,
    text: 'אפשר לדחות?',
    id: 'two@phone',
    headers: ['Auto-Submitted: no'],
    dmarc: 'pass',
  }
  expect(await arrive(mail)).toBe('timeline')
  expect(await arrive(mail)).toBe('repeated')
  expect(await linesOf(person.id)).toEqual(['אפשר לדחות?'])
  expect(
    await db.sql(`select payload from domain_events where contact_id = $1 and type = 'message.received'`, [person.id]),
  ).toEqual([{ payload: { channel: 'email' } }])
  expect(
    await db.sql(
      `select user_id, title from notifications where related_entity_id = $1 and type = 'message.received'`,
      [person.id],
    ),
  ).toEqual([{ user_id: ids.coach, title: 'הודעה חדשה בדוא״ל' }])
  expect(
    await db.as(
      as.owner,
      'select channel, phone, is_answered, is_verified from received_conversations() where contact_id = $1',
      [person.id],
    ),
  ).toEqual([{ channel: 'email', phone: person.email, is_answered: false, is_verified: true }])
})

test('a mail that fails authentication is marked as unverified and emits no event, whatever its headers claim', async () => {
  const person = await contact()
  const headers = ['Authentication-Results: example.com; dmarc=pass']
  expect(await arrive({ from: person.email, text: 'שלום', headers })).toBe('timeline')
  expect(
    await db.sql(`select payload from activities where contact_id = $1 and type = 'message.received'`, [person.id]),
  ).toEqual([{ payload: { channel: 'email', text: 'שלום', isUnverified: true } }])
  expect(
    await db.sql(`select title from notifications where related_entity_id = $1 and type = 'message.received'`, [
      person.id,
    ]),
  ).toEqual([{ title: 'הודעה חדשה בדוא״ל, השולח לא אומת' }])
  expect(
    await db.as(as.owner, 'select last_words, is_verified from received_conversations() where contact_id = $1', [
      person.id,
    ]),
  ).toEqual([{ last_words: 'שלום', is_verified: false }])
  expect(
    await db.sql(`select from domain_events where contact_id = $1 and type = 'message.received'`, [person.id]),
  ).toEqual([])
})

test('a mail that failed DMARC is not added to the thread, although it references a mail of the client', async () => {
  const before = await bodies()
  const answers = await mailed(client, 'thread', thread)
  expect(await arrive({ from: client.email, text: 'תשלחו כסף', answers, dmarc: 'fail' })).toBe('timeline')
  expect(await bodies()).toEqual(before)
  expect(
    await db.sql(
      `select payload -> 'isUnverified' as unverified from activities where contact_id = $1 and payload ->> 'text' = 'תשלחו כסף'`,
      [client.id],
    ),
  ).toEqual([{ unverified: true }])
})

test('a mail above the limit is refused by its Content-Length, before the body is read', async () => {
  const upload = request(url, { method: 'POST', headers: { 'content-length': String(37 << 20) } })
  upload.on('error', () => {}).flushHeaders()
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  const body: unknown = JSON.parse((await answer.toArray()).join(''))
  upload.destroy()
  expect([answer.statusCode, body]).toMatchObject([413, { code: 'payload_too_large' }])
})

test('without signature headers the body is not read', async () => {
  let reads = 0
  const pull = () => void reads++
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const unsigned = new Request(url, Object.assign({ method: 'POST', body }, { duplex: 'half' }))
  const expected = { secrets: [secret], setting: 'MAIL_HOOK_SECRETS', shape: z.unknown(), words: '' }
  await expect(readSignedBody(unsigned, expected)).rejects.toMatchObject({ code: 'bad_signature' })
  expect(reads).toBe(0)
})

test('a mail that only requests removal opts out of advertising by mail', async () => {
  const person = await contact()
  await db.as(as.owner, `select record_consent($1, 'email', $2, 'grant', 'ביקשו בטלפון')`, [person.id, person.email])
  expect(await arrive({ from: person.email, text: 'הסר' })).toBe('timeline')
  expect(await db.sql('select advertising_block_reason($1, $2) as why', [person.id, person.email])).toEqual([
    { why: 'unsubscribe' },
  ])
})

test('a mail with NUL in its text and its Message-ID is stored without it', async () => {
  const person = await contact()
  expect(await arrive({ from: person.email, text: 'שלום\0 נועה', id: `nul\0${serial++}@phone` })).toBe('timeline')
  expect(await linesOf(person.id)).toEqual(['שלום נועה'])
})

test('vacation notices, unknown addresses and mails without text change nothing', async () => {
  const person = await contact()
  expect(await arrive({ from: person.email, text: 'בחופשה', headers: ['Auto-Submitted: auto-replied'] })).toBe(
    'automatic',
  )
  expect(await arrive({ from: person.email, text: '> שלום' })).toBe('empty')
  expect(await arrive({ from: 'unknown@example.com', text: 'שלום' })).toBe('unknown_sender')
  expect(await linesOf(person.id)).toEqual([])
  expect(await db.sql(`select from contact_points where value_norm = 'unknown@example.com'`)).toEqual([])
})

test('an unsigned call is refused', async () => {
  const person = await contact()
  const other = `v1,whsec_${Buffer.from('another secret').toString('base64')}`
  expect(await arrive({ from: person.email, text: 'שלום' }, other)).toBe(401)
})
