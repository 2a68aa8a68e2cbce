import { expect, test } from 'vitest'
import { signatureOf } from '#integrations/signed-hook.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { noteMailEvents } from './messages.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const [contact] = await db.sql<{ id: string }>(
  `insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`,
  [ids.coach],
)
const contactId = contact!.id

let serial = 0
/** Creates a scheduled message with its mail in the outbox, like a campaign. */
async function message(email: string, purpose = 'marketing') {
  const [scheduled] = await db.sql<{ id: string }>(
    `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, status)
     values ($1, $2, $3, 'campaign', gen_random_uuid(), 'sending') returning id`,
    [`key ${serial++}`, contactId, purpose],
  )
  const [row] = await db.sql<{ id: string; mail_id: string }>(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, mail_id)
     values ($1, $2, $3, $4, 'פרסומת | שלום', 'x', gen_random_uuid()) returning id, mail_id`,
    [scheduled!.id, contactId, purpose, email],
  )
  return { ...row!, scheduled: scheduled!.id }
}
await message('first@example.com')
await db.sql(
  `insert into suppressions (value_norm, reason) values ('gone@example.com', 'manual'), ('no@example.com', 'unsubscribe')`,
)

const cases: [action: string, sql: string, actors: string][] = [
  ['see the message settings', 'select from message_settings', 'owner admin content'],
  ['change the message settings', `update message_settings set daily_cap = 2 returning 1`, 'owner admin'],
  ['see the suppressions', 'select from suppressions', 'owner admin sales'],
  [
    'suppress an address',
    `insert into suppressions (value_norm, reason) values ('x@example.com', 'manual') returning 1`,
    'owner admin',
  ],
  [
    'suppress as a complaint',
    `insert into suppressions (value_norm, reason) values ('x@example.com', 'unsubscribe') returning 1`,
    'no role',
  ],
  ['undo what they decided themselves', `delete from suppressions where reason = 'manual' returning 1`, 'owner admin'],
  ['bring back who refused', `delete from suppressions where reason = 'unsubscribe' returning 1`, 'no role'],
  ['see what goes out', 'select from scheduled_messages', 'owner admin coach sales'],
  ['see what went out', 'select from messages', 'owner admin coach sales'],
  ['make a message', `update messages set subject = 'פרסומת' returning 1`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a message to one recipient is inserted once per key', async () => {
  const insert = `insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id)
    values ('marketing:campaign:1:0:noa', '${contactId}', 'marketing', 'campaign', gen_random_uuid())`
  await db.sql(insert)
  await expect(db.sql(insert)).rejects.toMatchObject({ constraint: 'message_already_scheduled' })
})

test('the database refuses to send an advertisement without the required subject prefix', async () => {
  const [row] = await db.sql<{ id: string }>('select id from messages limit 1')
  await expect(db.sql(`update messages set subject = 'שלום' where id = $1`, [row!.id])).rejects.toMatchObject({
    constraint: 'advertisement_says_so',
  })
})

test.each([
  ['a night without end', `update message_settings set night_until = night_from`, 'night_is_empty'],
  ['eleven a day', `update message_settings set daily_cap = 11, weekly_cap = 11`, 'daily_cap_range'],
  ['fewer a week than a day', `update message_settings set daily_cap = 5`, 'week_below_day'],
  ['a second row of settings', `insert into message_settings (id) values (false)`, 'only_one_row'],
  ['no address', `insert into suppressions (value_norm, reason) values ('invalid', 'manual')`, 'suppressed_address'],
])('%s is refused with the constraint name', async (_, sql, constraint) => {
  await expect(db.sql(sql)).rejects.toMatchObject({ constraint })
})

const noteOutcome = (outcome: { mail: string; refused?: string; isAddress?: boolean }) =>
  db.sql('select record_mail_outcomes($1)', [JSON.stringify([outcome])])

test('a delivered message is set to sent and a refused message to failed, each only once', async () => {
  const taken = await message('taken@example.com')
  await noteOutcome({ mail: taken.mail_id })
  await noteOutcome({ mail: taken.mail_id, refused: '550 later', isAddress: true })
  expect(await stateOf(taken)).toEqual({ status: 'sent', sent: true, error: null, bounced: false })
  const refused = await message('refused@example.com')
  await noteOutcome({ mail: refused.mail_id, refused: '554 rubbish' })
  expect(await stateOf(refused)).toEqual({ status: 'failed', sent: false, error: '554 rubbish', bounced: false })
  expect(await suppressed('refused@example.com')).toEqual([])
})

test('an address with a hard bounce gets no more advertising', async () => {
  await db.sql(
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'Lost@example.com', 'lost@example.com')`,
    [contactId],
  )
  const lost = await message('lost@example.com')
  await noteOutcome({ mail: lost.mail_id, refused: '550 5.1.1 no such user', isAddress: true })
  expect(await suppressed('lost@example.com')).toEqual(['bounce'])
  expect(await db.sql(`select bounced_at is not null as bounced from contact_points`)).toEqual([{ bounced: true }])
})

const secret = `v1,whsec_${Buffer.from('a secret of the mail server').toString('base64')}`

/** Simulates a webhook call of a mail provider: the function reads headers and body itself. */
async function postEvents(events: unknown, headers: Record<string, string> = {}, at = new Date()) {
  const body = JSON.stringify(events)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const endpoint = noteMailEvents([secret])
  if (!('fetch' in endpoint)) throw new Error('It is an endpoint')
  const request = new Request('http://localhost/note-mail-events', {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': signatureOf(secret, `msg_1.${timestamp}.${body}`),
      ...headers,
    },
  })
  return endpoint.fetch(request, {
    id: '1',
    caller: { claims: { role: 'anon' } },
    path: '',
    transaction: (work) => inTransaction(db.authenticator, { role: 'service_role' }, work),
  })
}

test('a signed webhook call sets delivered, bounced or complained', async () => {
  const arrived = await message('arrived@example.com')
  const back = await message('back@example.com')
  const answer = await postEvents({
    events: [
      { kind: 'delivered', email: 'Arrived@example.com', mailId: arrived.mail_id },
      { kind: 'bounced', email: 'back@example.com', mailId: back.mail_id, reason: '550 5.1.1' },
      { kind: 'bounced', email: 'full@example.com', isLasting: false },
      { kind: 'complained', email: 'rubbish@example.com' },
      { kind: 'complained', email: 'rubbish@example.com' },
    ],
  })
  expect(await answer.json()).toEqual({ noted: 5 })
  const [row] = await db.sql('select delivered_at is not null as delivered from messages where id = $1', [arrived.id])
  expect(row).toEqual({ delivered: true })
  expect((await stateOf(back)).bounced).toBe(true)
  expect(await suppressed('back@example.com')).toEqual(['bounce'])
  expect(await suppressed('full@example.com')).toEqual([])
  expect(await suppressed('rubbish@example.com')).toEqual(['complaint'])
})

test('an unsigned, expired or malformed webhook call is refused', async () => {
  const events = { events: [{ kind: 'bounced', email: 'x@example.com' }] }
  await expect(postEvents(events, { 'webhook-signature': 'v1,AAAA' })).rejects.toMatchObject({ code: 'bad_signature' })
  await expect(postEvents(events, {}, new Date(Date.now() - 3_600_000))).rejects.toMatchObject({
    code: 'bad_signature',
  })
  await expect(postEvents({ events: [] })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(postEvents('nonsense')).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await suppressed('x@example.com')).toEqual([])
})

async function stateOf({ id, scheduled }: { id: string; scheduled: string }) {
  const [row] = await db.sql(
    `select s.status, m.sent_at is not null as sent, m.error, m.bounced_at is not null as bounced
     from messages m join scheduled_messages s on s.id = m.scheduled_id where m.id = $1 and s.id = $2`,
    [id, scheduled],
  )
  return row!
}

const suppressed = async (address: string) =>
  (
    await db.sql<{ reason: string }>('select reason from suppressions where value_hash = address_hash($1)', [address])
  ).map((row) => row.reason)
