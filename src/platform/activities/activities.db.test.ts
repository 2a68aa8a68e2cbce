import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const clientContact = await id(`insert into contacts (first_name, client_user_id) values ('איתי', $1) returning id`, [
  ids.client,
])
const note = await id(`insert into activities (type, contact_id, actor_id) values ('note', $1, $2) returning id`, [
  coachContact,
  ids.coach,
])
const moved = await id(
  `insert into activities (type, contact_id, actor_id) values ('opportunity.won', $1, $2) returning id`,
  [coachContact, ids.coach],
)
const hidden = await id(`insert into activities (type, contact_id) values ('note', $1) returning id`, [clientContact])
const shared = await id(
  `insert into activities (type, contact_id, visibility) values ('meeting', $1, 'client') returning id`,
  [clientContact],
)

const write = (type: string, contactId: string) =>
  `insert into activities (type, contact_id, payload) values ('${type}', '${contactId}', '{"text": "שלום"}') returning *`
const cases: [action: string, sql: string, actors: string][] = [
  ['read a note about the coach’s contact', `select from activities where id = '${note}'`, 'owner admin coach sales'],
  ['read a note about the client', `select from activities where id = '${hidden}'`, 'owner admin sales'],
  [
    'read an activity shared with the client',
    `select from activities where id = '${shared}'`,
    'owner admin sales client',
  ],
  ['write a note about the coach’s contact', write('note', coachContact), 'owner admin coach sales'],
  ['write a note about the client', write('note', clientContact), 'owner admin sales'],
  ['insert an automatic activity directly', write('opportunity.won', coachContact), 'no role'],
  [
    'insert a note with another author',
    `insert into activities (type, contact_id, actor_id) values ('note', '${coachContact}', '${ids.owner}') returning *`,
    'no role',
  ],
  [
    'change the coach’s note',
    `update activities set payload = '{"text": "אחר"}' where id = '${note}' returning *`,
    'coach',
  ],
  [
    'update an automatic activity',
    `update activities set title_cache = 'אחר' where id = '${moved}' returning *`,
    'no role',
  ],
  ['delete a note', `delete from activities where id = '${note}' returning *`, 'owner admin'],
  ['delete an automatic activity', `delete from activities where id = '${moved}' returning *`, 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('an activity dated in the future does not sort its contact above others in the list', async () => {
  await db.as(as.coach, `insert into activities (type, contact_id, happened_at) values ('note', $1, '9999-01-01')`, [
    coachContact,
  ])
  const [contact] = await db.sql<{ last_activity_at: Date }>('select last_activity_at from contacts where id = $1', [
    coachContact,
  ])
  expect(contact!.last_activity_at.getTime()).toBeLessThanOrEqual(Date.now())
})

test('the author of an activity is set by the database', async () => {
  const [line] = await db.as<object>(as.coach, write('call', coachContact))
  expect(line).toMatchObject({ actor_kind: 'user', actor_id: ids.coach, visibility: 'staff' })
})
