// The webhook over real HTTP, called by a fake Cloud API as Meta calls it.
import { afterAll, expect, test } from 'vitest'
import { hubSignature } from '#integrations/whatsapp-webhook.ts'
import { openWhatsApp } from '#integrations/whatsapp-cloud.ts'
import { startWhatsApp } from '#integrations/whatsapp.fake.ts'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { whatsAppWebhook } from './whatsapp-webhook.server.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const settings = { phoneNumberId: '', appSecret: '', verifyToken: '' }
const { app } = await testKernel(db, { functions: [whatsAppWebhook({ settings, matchContact })] })
const webhookUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/functions/v1/whatsapp-webhook`
const meta = await startWhatsApp({ webhookUrl })
Object.assign(settings, meta.settings)
afterAll(() => meta.stop())

let serial = 0
async function contact(phone = `+97250${String(3_000_000 + serial++)}`, ownerId: string | null = null) {
  const [row] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`,
    [ownerId],
  )
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'phone', $2, $2, true)`,
    [row!.id, phone],
  )
  return { id: row!.id, phone }
}

/** Creates a message that the fake Cloud API accepted, with the same rows as the sender writes. */
async function sentMessage({ id, phone }: { id: string; phone: string }, { isRecorded = true } = {}) {
  const outboxId = crypto.randomUUID()
  const sent = await openWhatsApp(meta.settings).deliver({ id: outboxId, to: phone, text: 'שלום' })
  if (!('providerId' in sent)) throw new Error('It is accepted')
  const [scheduled] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, status)
     values ($1, $2, 'whatsapp', 'service', 'process', gen_random_uuid(), 'sending') returning id`,
    [`key ${serial++}`, id],
  )
  await db.sql(
    `insert into messages (scheduled_id, contact_id, channel, purpose, to_value, subject, body_hash, mail_id)
     values ($1, $2, 'whatsapp', 'service', $3, 'שלום', 'x', $4)`,
    [scheduled!.id, id, phone, outboxId],
  )
  if (isRecorded)
    await db.sql('select record_mail_outcomes($1)', [JSON.stringify([{ mail: outboxId, providerId: sent.providerId }])])
  return { scheduled: scheduled!.id, providerId: sent.providerId }
}
const outcomeOf = async (id: string) =>
  (
    await db.sql(
      `select s.status, m.sent_at is not null as sent, m.delivered_at is not null as delivered, m.bounced_at is not null as bounced,
         m.error from scheduled_messages s join messages m on m.scheduled_id = s.id where s.id = $1`,
      [id],
    )
  )[0]
const linesOf = (contactId: string) =>
  db.sql<{ type: string; text: string | null }>(
    `select type, payload ->> 'text' as text from activities where contact_id = $1 order by happened_at, id`,
    [contactId],
  )
const eventsOf = async (contactId: string) =>
  (await db.sql<{ type: string }>(`select type from domain_events where contact_id = $1 order by id`, [contactId])).map(
    ({ type }) => type,
  )

test('the registration returns the challenge for the correct verify token only', async () => {
  const ask = (token: string) =>
    fetch(`${webhookUrl}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`)
  const answer = await ask(meta.settings.verifyToken)
  expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
  expect((await ask('another')).status).toBe(403)
})

test('a call with an invalid signature changes nothing', async () => {
  const person = await contact()
  const message = {
    from: person.phone.slice(1),
    id: 'wamid.x',
    timestamp: '1764000000',
    type: 'text',
    text: { body: 'שלום' },
  }
  for (const signature of ['', 'sha256=00', hubSignature('another body', meta.settings.appSecret)])
    expect((await meta.post({ messages: [message] }, signature)).status).toBe(401)
  expect(await linesOf(person.id)).toEqual([])
})

test('a text with NUL, half a surrogate pair, or an emoji at the maximum length is stored', async () => {
  const person = await contact()
  await meta.receive({ from: person.phone, text: 'שלום\0 נועה\ud83d', id: 'wamid.\0nul' })
  await meta.receive({ from: person.phone, text: `${'א'.repeat(4095)}😀` })
  const lines = await linesOf(person.id)
  expect(new Set(lines.map(({ text }) => text))).toEqual(new Set(['שלום נועה\ufffd', 'א'.repeat(4095)]))
  expect(lines.map(({ type }) => type)).toEqual(['message.received', 'message.received'])
  const unknown = `+97250${String(4_000_000 + serial++)}`
  expect((await meta.receive({ from: unknown, text: 'שלום', name: `${'א'.repeat(99)}😀` })).status).toBe(200)
  expect(await db.sql('select 1 from contact_points where value_norm = $1', [unknown])).toHaveLength(1)
})

test('a call without a signature is refused before its body is read', async () => {
  let reads = 0
  const body = new ReadableStream({ pull: () => void reads++ }, { highWaterMark: 0 })
  const request = new Request(webhookUrl, Object.assign({ method: 'POST', body }, { duplex: 'half' }))
  const response = whatsAppWebhook({ settings, matchContact }).fetch(request, {} as never)
  await expect(response).rejects.toMatchObject({ code: 'bad_signature' })
  expect(reads).toBe(0)
})

test('delivery reports are recorded, and repeated or late reports change nothing', async () => {
  const { scheduled, providerId } = await sentMessage(await contact())
  for (const status of ['sent', 'delivered', 'read', 'delivered', 'sent'] as const)
    expect((await meta.report(providerId, status)).status).toBe(200)
  await meta.report(providerId, 'failed', { code: 131_026, message: 'Message undeliverable' })
  expect(await outcomeOf(scheduled)).toEqual({
    status: 'sent',
    sent: true,
    delivered: true,
    bounced: false,
    error: null,
  })
})

test('a report that arrives before the response finds its message by the outbox row', async () => {
  const { scheduled, providerId } = await sentMessage(await contact(), { isRecorded: false })
  await meta.report(providerId, 'sent')
  expect(await outcomeOf(scheduled)).toMatchObject({ status: 'sent', sent: true })
  expect(await db.sql('select provider_id from messages where scheduled_id = $1', [scheduled])).toEqual([
    { provider_id: providerId },
  ])
})

test('a message that failed after acceptance shows the reason, and its number gets no more advertising', async () => {
  const person = await contact()
  const { scheduled, providerId } = await sentMessage(person)
  const error = { code: 131_026, message: 'Message undeliverable', details: 'not on WhatsApp' }
  for (let i = 0; i < 2; i++) await meta.report(providerId, 'failed', error)
  expect(await outcomeOf(scheduled)).toEqual({
    status: 'failed',
    sent: true,
    delivered: false,
    bounced: true,
    error: '131026: Message undeliverable · not on WhatsApp',
  })
  expect(await db.sql('select channel, reason from suppressions where value_norm = $1', [person.phone])).toEqual([
    { channel: 'whatsapp', reason: 'bounce' },
  ])
  expect((await eventsOf(person.id)).filter((type) => type === 'message.bounced')).toHaveLength(1)
})

test('a received text is added to the timeline once, with one event and one notification, and opens the reply window', async () => {
  const person = await contact(undefined, ids.coach)
  const message = { from: person.phone, text: 'אפשר לדחות למחר?', id: `wamid.${serial++}` }
  await Promise.all([meta.receive(message), meta.receive(message)])
  expect((await meta.receive(message)).status).toBe(200)
  expect(await linesOf(person.id)).toEqual([{ type: 'message.received', text: 'אפשר לדחות למחר?' }])
  expect((await eventsOf(person.id)).filter((type) => type === 'message.received')).toHaveLength(1)
  expect(
    await db.sql(
      `select user_id, title from notifications where type = 'message.received' and related_entity_id = $1`,
      [person.id],
    ),
  ).toEqual([{ user_id: ids.coach, title: 'הודעה חדשה בוואטסאפ' }])
  const [window] = await db.sql<{ open: boolean }>(
    `select private.reply_until('whatsapp', $1) between now() + interval '23 hours' and now() + interval '24 hours' as open`,
    [person.phone],
  )
  expect(window).toEqual({ open: true })
})

test('an unknown number creates a contact with its profile name', async () => {
  const phone = '+972509999991'
  await Promise.all(['היי', 'אפשר פרטים?'].map((text) => meta.receive({ from: phone, name: 'דנה\u202e לוי', text })))
  const rows = await db.sql<{ id: string; full_name: string; source: string }>(
    `select c.id, c.full_name, c.source from contacts c join contact_points p on p.contact_id = c.id where p.value_norm = $1`,
    [phone],
  )
  expect(rows).toEqual([{ id: expect.any(String), full_name: 'דנה לוי', source: 'וואטסאפ' }])
  expect((await linesOf(rows[0]!.id)).map(({ text }) => text ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'אפשר פרטים?',
    'היי',
  ])
})

test('a reply from a number that a couple shares is assigned to the partner messaged last', async () => {
  const phone = '+972509999992'
  const [first, second] = [await contact(phone), await contact(phone)]
  await sentMessage(second)
  await meta.receive({ from: phone, text: 'תודה' })
  expect((await linesOf(second.id)).map(({ type }) => type)).toEqual(['message.received'])
  expect(await linesOf(first.id)).toEqual([])
})

test('the keyword alone opts out every contact who shares the number, on this channel only', async () => {
  const phone = '+972509999993'
  const [first, second] = [await contact(phone), await contact(phone)]
  for (const [{ id }, channel] of [
    [first, 'whatsapp'],
    [second, 'whatsapp'],
    [first, 'sms'],
  ] as const)
    await db.as(as.owner, `select record_consent($1, $2, $3, 'grant', 'ביקשו בטלפון')`, [id, channel, phone])
  const message = { from: phone, text: ' ״הסר״ ', id: `wamid.${serial++}` }
  for (let i = 0; i < 2; i++) await meta.receive(message)
  const reasons = async ({ id }: { id: string }) =>
    (
      await db.sql<{ whatsapp: string | null; sms: string | null }>(
        `select advertising_block_reason($1, $2, 'whatsapp') as whatsapp, advertising_block_reason($1, $2, 'sms') as sms`,
        [id, phone],
      )
    )[0]
  expect(await reasons(first)).toEqual({ whatsapp: 'unsubscribe', sms: null })
  expect(await reasons(second)).toEqual({ whatsapp: 'unsubscribe', sms: 'no_consent' })
  expect(
    await db.sql(
      `select contact_id = $2 as is_first, source_type from consents where value_norm = $1 and action = 'withdraw' order by 1`,
      [phone, first.id],
    ),
  ).toEqual([
    { is_first: false, source_type: 'message_reply' },
    { is_first: true, source_type: 'message_reply' },
  ])
})

test('blocking the business in WhatsApp’s menu also opts out of advertising', async () => {
  const { id, phone } = await contact()
  await db.as(as.owner, `select record_consent($1, 'whatsapp', $2, 'grant', 'ביקשו בטלפון')`, [id, phone])
  await meta.post({
    user_preferences: [
      { wa_id: phone.slice(1), category: 'marketing_messages', value: 'stop', timestamp: 1_764_000_000 },
    ],
  })
  expect((await linesOf(id)).map(({ type }) => type)).toContain('consent.withdrawn')
  expect(await db.sql('select channel, reason from suppressions where value_norm = $1', [phone])).toEqual([
    { channel: 'whatsapp', reason: 'unsubscribe' },
  ])
})

test.each([
  [
    'a kind that is not known',
    { messages: [{ from: '972500000001', id: 'a', timestamp: '1764000000', type: 'poll' }] },
  ],
  ['a broken message', { messages: [{ from: 'x', type: 'text' }, null, 7] }],
  ['another shape', { statuses: 'none', messages: {} }],
  [
    'a status of a message that is not ours',
    { statuses: [{ id: 'wamid.other', status: 'sent', timestamp: '1764000000' }] },
  ],
])('%s is acknowledged and ignored, because the provider would retry it for days', async (_, value) => {
  expect((await meta.post(value)).status).toBe(200)
})

test('an image is shown in the timeline with its caption', async () => {
  const { id, phone } = await contact()
  await meta.post({
    messages: [
      {
        from: phone.slice(1),
        id: `wamid.${serial++}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'image',
        image: { id: '1', mime_type: 'image/jpeg', caption: 'התלוש' },
      },
    ],
  })
  expect(await linesOf(id)).toEqual([{ type: 'message.received', text: '[תמונה] התלוש' }])
})

test('a received message is listed in the inbox of staff with access to its contact, until it is answered', async () => {
  const mine = await contact(undefined, ids.coach)
  await meta.receive({ from: mine.phone, name: 'נועה', text: 'אפשר מחר?' })
  const inboxOf = async (actor: keyof typeof as) =>
    (
      await db.as<{ contact_id: string; last_words: string; channel: string; is_answered: boolean }>(
        as[actor],
        'select contact_id, last_words, channel, is_answered from received_conversations()',
      )
    ).filter(({ contact_id: id }) => id === mine.id)
  expect(await inboxOf('owner')).toEqual([
    { contact_id: mine.id, last_words: 'אפשר מחר?', channel: 'whatsapp', is_answered: false },
  ])
  expect(await inboxOf('content')).toEqual([])
  await db.sql(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, payload)
     values ('whatsapp', now() + interval '1 second', 'user', $1, $2, '{"text": "מחר בעשר"}')`,
    [ids.owner, mine.id],
  )
  expect(await inboxOf('owner')).toMatchObject([{ is_answered: true }])
  await meta.receive({ from: mine.phone, name: 'נועה', text: 'תודה!' })
  expect(await inboxOf('owner')).toMatchObject([{ last_words: 'תודה!' }])
})
