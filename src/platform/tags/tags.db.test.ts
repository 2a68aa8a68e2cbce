import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const tag = await id(`insert into tags (name) values ('לקוחות VIP') returning id`)
const other = await id(`insert into tags (name) values ('סדנה') returning id`)
const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const clientContact = await id(`insert into contacts (first_name, client_user_id) values ('איתי', $1) returning id`, [
  ids.client,
])
await db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $3), ($2, $3)', [
  coachContact,
  clientContact,
  tag,
])
const put = (contact: string) =>
  `insert into contact_tags (contact_id, tag_id) values ('${contact}', '${other}') returning *`

const cases: [action: string, sql: string, actors: string][] = [
  ['see the tags', 'select from tags', 'owner admin coach sales'],
  ['add a tag', `insert into tags (name) values ('חדשה') returning *`, 'owner admin coach sales'],
  ['rename a tag', `update tags set name = 'אחרת' where id = '${tag}' returning *`, 'owner admin'],
  ['delete a tag', `delete from tags where id = '${tag}' returning *`, 'owner admin'],
  [
    'read the tags of the coach’s contact',
    `select from contact_tags where contact_id = '${coachContact}'`,
    'owner admin coach sales',
  ],
  [
    'read the tags of the client',
    `select from contact_tags where contact_id = '${clientContact}'`,
    'owner admin sales',
  ],
  ['tag the coach’s contact', put(coachContact), 'owner admin coach sales'],
  ['tag the client', put(clientContact), 'owner admin sales'],
  [
    'remove a tag from the coach’s contact',
    `delete from contact_tags where contact_id = '${coachContact}' returning *`,
    'owner admin coach sales',
  ],
  [
    'remove a tag from the client',
    `delete from contact_tags where contact_id = '${clientContact}' returning *`,
    'owner admin sales',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test.each([
  ['', 'tag_name_length'],
  [' רווח ', 'tag_name_length'],
  ['א'.repeat(41), 'tag_name_length'],
  ['הפוך\u202e', 'tag_name_has_controls'],
  ['לקוחות vip', 'tag_name_taken'],
])('a tag called “%s” is refused', async (name, constraint) => {
  await expect(db.sql('insert into tags (name) values ($1)', [name])).rejects.toMatchObject({ constraint })
})

const deleteIt = async (thing: string) =>
  (await db.as<{ it: { batch: string; changed: number } }>(as.admin, 'select delete_tag($1) as it', [thing]))[0]!.it

test('deleting a tag removes it from any number of contacts, and undo restores all of them', async () => {
  const crowd = await id(`insert into tags (name, color) values ('קהל', 'stage-3') returning id`)
  await db.sql(
    `with people as (insert into contacts (first_name) select 'איש ' || n from generate_series(1, 1500) n returning id)
     insert into contact_tags (contact_id, tag_id) select id, $1 from people`,
    [crowd],
  )
  const carried = () =>
    db.sql(
      `select t.name, t.color, count(ct)::int from tags t join contact_tags ct on ct.tag_id = t.id where t.id = $1 group by t.id`,
      [crowd],
    )
  const { batch, changed } = await deleteIt(crowd)
  expect(changed).toBe(1500)
  expect(await carried()).toEqual([])
  await db.as(as.admin, 'select undo_bulk($1)', [batch])
  expect(await carried()).toEqual([{ name: 'קהל', color: 'stage-3', count: 1500 }])
})

test('undo is refused when a new tag has the same name', async () => {
  const once = await id(`insert into tags (name) values ('פעם') returning id`)
  const { batch } = await deleteIt(once)
  await db.sql(`insert into tags (name) values ('פעם')`)
  await expect(db.as(as.admin, 'select undo_bulk($1)', [batch])).rejects.toMatchObject({
    constraint: 'tag_name_taken',
  })
})

test('deleting a deleted tag has no effect, and a role without the right is refused', async () => {
  await expect(deleteIt(crypto.randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'tag_not_found' })
  for (const actor of ['coach', 'sales', 'content', 'client', 'stranger'] as const)
    await expect(db.as(as[actor], 'select delete_tag($1)', [tag])).rejects.toMatchObject({ code: 'PT403' })
})

test('a contact request with a phone number sets the call basis callback', async () => {
  const ask = (contact: string, phone: string | null) =>
    db.sql(
      `insert into contact_requests (contact_id, name, phone, topic, words_hash) values ($1, 'נועה', $2, 'אחר', gen_random_uuid())`,
      [contact, phone],
    )
  const basis = async () =>
    (
      await db.sql(
        `select d.call_basis, d.call_basis_at is not null as dated, c.version
         from contacts c join contact_staff_details d on d.contact_id = c.id where c.id = $1`,
        [coachContact],
      )
    )[0]
  await ask(coachContact, null)
  expect(await basis()).toEqual({ call_basis: null, dated: false, version: 1 })
  await ask(coachContact, '+972500000011')
  expect(await basis()).toEqual({ call_basis: 'callback', dated: true, version: 1 })
})

test('a call basis without a date is refused', async () => {
  await expect(
    db.as(as.owner, `update contact_staff_details set call_basis = 'consent' where contact_id = $1`, [clientContact]),
  ).rejects.toMatchObject({ constraint: 'call_basis_without_day' })
})
