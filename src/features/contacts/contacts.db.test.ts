import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const home = await id(`insert into households (name) values ('משפחת לדוגמה') returning id`)
const coachContact = await id(
  `insert into contacts (first_name, last_name, owner_id, household_id) values ('נועה', 'לדוגמה', $1, $2) returning id`,
  [ids.coach, home],
)
const clientContact = await id(
  `insert into contacts (first_name, last_name, client_user_id) values ('איתי', 'לדוגמה', $1) returning id`,
  [ids.client],
)
const handedOver = await id(`insert into contacts (first_name) values ('יואב') returning id`)
await db.sql(`insert into opportunities (name, contact_id, owner_id) values ('ליווי', $1, $2)`, [handedOver, ids.coach])
const point = await id(
  `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'phone', '050-0000011', '+972500000011') returning id`,
  [coachContact],
)
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', 'itay_x@example.com', 'itay_x@example.com')`,
  [clientContact],
)

const cases: [action: string, sql: string, actors: string][] = [
  ['see a contact of the coach', `select from contacts where id = '${coachContact}'`, 'owner admin coach sales'],
  [
    'see the contact of an opportunity assigned to the coach',
    `select from contacts where id = '${handedOver}'`,
    'owner admin coach sales',
  ],
  ['see the contact of the client', `select from contacts where id = '${clientContact}'`, 'owner admin sales client'],
  ['add a contact', `insert into contacts (first_name) values ('תמר') returning id`, 'owner admin sales'],
  [
    'add a contact of the coach',
    `insert into contacts (first_name, owner_id) values ('תמר', '${ids.coach}') returning id`,
    'owner admin coach sales',
  ],
  [
    'rename a contact of the coach',
    `update contacts set last_name = 'כהן' where id = '${coachContact}' returning id`,
    'owner admin coach sales',
  ],
  [
    'rename the contact of the client',
    `update contacts set last_name = 'כהן' where id = '${clientContact}' returning id`,
    'owner admin sales',
  ],
  [
    'soft-delete a contact',
    `update contacts set deleted_at = now() where id = '${coachContact}' returning id`,
    'owner admin',
  ],
  ['delete a contact for good', `delete from contacts where id = '${coachContact}' returning id`, 'owner admin'],
  [
    'link a contact to the account of another',
    `update contacts set client_user_id = '${ids.sales}' where id = '${coachContact}' returning id`,
    'no role',
  ],
  ['mark a contact as demo', `update contacts set is_demo = true where id = '${coachContact}' returning id`, 'no role'],
  [
    'see contact points of a contact of the coach',
    `select from contact_points where contact_id = '${coachContact}'`,
    'owner admin coach sales',
  ],
  [
    'see contact points of the client',
    `select from contact_points where contact_id = '${clientContact}'`,
    'owner admin sales client',
  ],
  [
    'add a phone to a contact of the coach',
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ('${coachContact}', 'phone', '1', '+972500000099') returning id`,
    'owner admin coach sales',
  ],
  [
    'add a phone to the client',
    `insert into contact_points (contact_id, kind, value_raw, value_norm) values ('${clientContact}', 'phone', '1', '+972500000099') returning id`,
    'owner admin sales',
  ],
  [
    'edit a phone',
    `update contact_points set value_raw = 'x' where id = '${point}' returning id`,
    'owner admin coach sales',
  ],
  ['delete a phone', `delete from contact_points where id = '${point}' returning id`, 'owner admin'],
  ['see a household', `select from households where id = '${home}'`, 'owner admin coach sales'],
  ['add a household', `insert into households (name) values ('בית') returning 1`, 'owner admin coach sales'],
  [
    'rename a household',
    `update households set name = 'בית' where id = '${home}' returning id`,
    'owner admin coach sales',
  ],
  [
    'soft-delete a household',
    `update households set deleted_at = now() where id = '${home}' returning id`,
    'owner admin',
  ],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })

test('a coach can assign contacts only to households of their own contacts or to new households', async () => {
  const foreign = await id(`insert into households (name, address) values ('משפחה אחרת', 'רחוב סודי') returning id`)
  await db.sql(`insert into contacts (first_name, household_id) values ('גרה שם', $1)`, [foreign])
  const move = (to: string | null) =>
    db.as(as.coach, 'update contacts set household_id = $2 where id = $1 returning household_id', [coachContact, to])
  await expect(move(foreign)).rejects.toMatchObject({ code: '42501' })
  await expect(
    db.as(as.coach, 'insert into contacts (first_name, owner_id, household_id) values ($1, $2, $3)', [
      'מרגל',
      ids.coach,
      foreign,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  const fresh = crypto.randomUUID()
  await db.as(as.coach, `insert into households (id, name) values ($1, 'חדש')`, [fresh])
  for (const to of [fresh, null, home]) {
    if (to === home) await db.sql('update contacts set household_id = $1 where id = $2', [home, handedOver])
    expect(await move(to)).toEqual([{ household_id: to }])
  }
})

test('a name is stored on one line, Unicode composed and indexed for search', async () => {
  const [row] = await db.sql(
    `insert into contacts (first_name, last_name) values ('  שָׂרָה ', ' כהן-לוי ') returning full_name, search_name`,
  )
  expect(row).toEqual({ full_name: 'שָׂרָה כהן-לוי', search_name: 'שרה כהנ לוי' })
})

test('a name with bidi control characters is refused', async () => {
  await expect(db.as(as.owner, `insert into contacts (first_name) values ($1)`, ['דנה\u202e'])).rejects.toMatchObject({
    constraint: 'name_has_controls',
  })
})

test('an update with a stale version changes nothing', async () => {
  const rename = (version: number, name: string) =>
    db.as(as.sales, 'update contacts set first_name = $3 where id = $1 and version = $2 returning version', [
      clientContact,
      version,
      name,
    ])
  const [before] = await db.sql<{ version: number }>('select version from contacts where id = $1', [clientContact])
  expect(await rename(before!.version, 'איתי א')).toEqual([{ version: before!.version + 1 }])
  expect(await rename(before!.version, 'איתי ב')).toEqual([])
})

test('system columns do not increase the version', async () => {
  const version = 'select version, last_activity_at is not null as is_noted from contacts where id = $1'
  const [before] = await db.sql<{ version: number }>(version, [coachContact])
  await db.sql(`insert into activities (type, contact_id) values ('note', $1)`, [coachContact])
  expect(await db.sql(version, [coachContact])).toEqual([{ version: before!.version, is_noted: true }])
})

test('two contacts can share a phone number, but one contact cannot have it twice', async () => {
  const add = 'insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, $2, $3, $3)'
  await db.sql(add, [clientContact, 'phone', '+972500000011'])
  await expect(db.sql(add, [clientContact, 'phone', '+972500000011'])).rejects.toMatchObject({
    constraint: 'point_already_there',
  })
  await expect(db.sql(add, [clientContact, 'phone', '0500000011'])).rejects.toMatchObject({
    constraint: 'phone_invalid',
  })
  await expect(db.sql(add, [clientContact, 'email', 'Dana@example.com'])).rejects.toMatchObject({
    constraint: 'email_invalid',
  })
})

test('a corrected address is neither verified nor bounced, and other edits of a contact point change neither', async () => {
  const address = await id(
    `insert into contact_points (contact_id, kind, value_raw, value_norm, verified_at, bounced_at, complained_at)
     values ($1, 'email', 'a@example.com', 'a@example.com', now(), now(), now()) returning id`,
    [coachContact],
  )
  const change = (set: string) =>
    db.as(
      as.coach,
      `update contact_points set ${set} where id = $1
       returning num_nonnulls(verified_at, bounced_at, complained_at)::int as facts`,
      [address],
    )
  expect(await change(`value_raw = 'A@example.com', value_norm = 'a@example.com', is_primary = true`)).toEqual([{ facts: 3 }]) // prettier-ignore
  expect(await change(`value_raw = 'b@example.com', value_norm = 'b@example.com'`)).toEqual([{ facts: 0 }])
})

test.each([
  ['שרה', 'שָׂרָה כהן-לוי'],
  ['לוי כהן', 'שָׂרָה כהן-לוי'],
  ['נועה לד', 'נועה לדוגמה'],
  ['050-0000011', 'נועה לדוגמה'],
  ['+972 50 000 0011', 'נועה לדוגמה'],
  ['ITAY_X@', 'איתי א לדוגמה'],
])('searching for %s finds %s', async (query, name) => {
  const found = await db.as<{ full_name: string }>(as.owner, 'select full_name from search_contacts($1)', [query])
  expect(found.map((row) => row.full_name)).toContain(name)
})

test('a name or search text with many combining marks is processed in bounded time', async () => {
  const endless = `a${'\u0315'.repeat(100_000)}${'\u0323'.repeat(100_000)}`
  const began = performance.now()
  expect(await db.as(as.stranger, 'select from search_contacts($1)', [endless])).toEqual([])
  await expect(db.as(as.owner, 'insert into contacts (first_name) values ($1)', [endless])).rejects.toMatchObject({
    constraint: 'first_name_length',
  })
  // With quadratic time this would take minutes.
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('punctuation alone matches no contact, and a coach finds only their own contacts', async () => {
  for (const query of ['', '%', '___', '   '])
    expect(await db.as(as.owner, 'select from search_contacts($1)', [query])).toEqual([])
  expect(await db.as(as.coach, 'select full_name from search_contacts($1)', ['לדוגמה'])).toEqual([
    { full_name: 'נועה לדוגמה' },
  ])
  expect(await db.as(as.stranger, 'select full_name from search_contacts($1)', ['לדוגמה'])).toEqual([])
})

async function id(sql: string, values?: unknown[]) {
  return (await db.sql<{ id: string }>(sql, values))[0]!.id
}
