import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const unownedContact = await id(`insert into contacts (first_name) values ('איתי') returning id`)
const write = (contact: string, by: string, type = 'note') =>
  id(
    `insert into activities (type, contact_id, actor_id, payload) values ($1, $2, $3, '{"text": "שלום"}') returning id`,
    [type, contact, by],
  )
const note = await write(coachContact, ids.coach)
const notHers = await write(unownedContact, ids.sales)
const happened = await write(coachContact, ids.coach, 'opportunity.won')

/** Row-level security raises `42501`; these functions raise refusal codes. */
async function whoCan(sql: string) {
  const could: string[] = []
  for (const [actor, claims] of Object.entries(as)) {
    const answer = await db.as(claims, sql).then(
      () => true,
      () => false,
    )
    if (answer) could.push(actor)
  }
  return could.join(' ') || 'no role'
}

const cases: [action: string, sql: string, actors: string][] = [
  ['pin a note about the coach’s contact', `select pin_activity('${note}', true)`, 'owner admin coach sales'],
  ['pin an automatic activity', `select pin_activity('${happened}', true)`, 'owner admin coach sales'],
  ['pin a note about another contact', `select pin_activity('${notHers}', true)`, 'owner admin sales'],
  ['move the coach’s note into the bin', `select put_activity_away('${note}', true)`, 'owner admin coach'],
  ['move a note of sales into the bin', `select put_activity_away('${notHers}', true)`, 'owner admin sales'],
  ['move an automatic activity into the bin', `select put_activity_away('${happened}', true)`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoCan(sql)).toBe(actors)
  })

test('a deleted note is on the timeline again after undo', async () => {
  const seen = `select from contact_timeline where id = '${note}'`
  await db.as(as.coach, `select put_activity_away('${note}', true)`)
  expect(await whoMay(db, as, seen)).toBe('no role')
  await db.as(as.coach, `select put_activity_away('${note}', false)`)
  expect(await whoMay(db, as, seen)).toBe('owner admin coach sales')
})

const mention = (...contactIds: string[]) =>
  `insert into activities (type, contact_id, payload)
   values ('note', '${coachContact}', '${JSON.stringify({ text: 'כדאי לדבר', mentions: contactIds })}') returning id`
const mentionsOf = (userId: string) =>
  db.sql(`select type, related_entity_id from notifications where user_id = $1 and type = 'note.mentioned'`, [userId])

test('a mentioned colleague is notified once, and authors are not notified about themselves', async () => {
  const [line] = await db.as<{ id: string }>(as.coach, mention(ids.sales, ids.coach))
  expect(await mentionsOf(ids.sales)).toEqual([{ type: 'note.mentioned', related_entity_id: coachContact }])
  expect(await mentionsOf(ids.coach)).toEqual([])
  const change = (mentions: string[]) =>
    db.as(as.coach, 'update activities set payload = $2 where id = $1', [line!.id, { text: 'ועוד', mentions }])
  await change([ids.sales])
  expect(await mentionsOf(ids.sales)).toHaveLength(1)
  await change([ids.sales, ids.owner])
  expect(await mentionsOf(ids.owner)).toHaveLength(1)
})

test.each([['content'], ['stranger'], ['client']] as const)(
  'a note that mentions %s is refused, because that user may not see the contact',
  async (actor) => {
    const before = await db.sql('select from activities')
    await expect(db.as(as.owner, mention(ids[actor]))).rejects.toMatchObject({ message: 'mentioned_cannot_see' })
    expect(await db.sql('select from activities')).toHaveLength(before.length)
  },
)

test('a coach is notified only about their own contacts', async () => {
  const about = (contact: string) => mention(ids.coach).replace(coachContact, contact)
  await expect(db.as(as.owner, about(unownedContact))).rejects.toMatchObject({ message: 'mentioned_cannot_see' })
  await db.as(as.owner, about(coachContact))
  expect(await mentionsOf(ids.coach)).toHaveLength(1)
})

test('only staff with access to the contact can be mentioned', async () => {
  const offered = async (actor: keyof typeof as, contact: string) =>
    (await db.as<{ id: string }>(as[actor], 'select id from may_be_mentioned($1) id', [contact])).map((row) => row.id)
  const always = [ids.owner, ids.admin, ids.sales]
  expect((await offered('sales', coachContact)).sort()).toEqual([...always, ids.coach].sort())
  expect((await offered('sales', unownedContact)).sort()).toEqual(always.toSorted())
  expect(await offered('coach', unownedContact)).toEqual([])
})

test('sent messages appear on the timeline of their recipient', async () => {
  await db.sql(
    `with s as (insert into scheduled_messages (idempotency_key, contact_id, purpose, context_type, context_id, status)
       values ('k', $1, 'service', 'contact', gen_random_uuid(), 'sent') returning id)
     insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, sent_at)
     select id, $1, 'service', 'noa@example.com', 'שלום נועה', '', now() from s`,
    [coachContact],
  )
  const seen = `select type, kind, title_cache from contact_timeline where contact_id = '${coachContact}' and kind = 'mail'`
  expect(await db.as(as.coach, seen)).toEqual([{ type: 'mail.sent', kind: 'mail', title_cache: 'שלום נועה' }])
  expect(await whoMay(db, as, seen)).toBe('owner admin coach sales')
})
