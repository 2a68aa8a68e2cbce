import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

type Person = { first: string; last?: string; phone?: string; email?: string; street?: string; owner?: string }
async function write({ first, last, phone, email, street, owner }: Person): Promise<string> {
  const [home] = street
    ? await db.sql<{ id: string }>(`insert into households (name, address) values ('בית', $1) returning id`, [street])
    : []
  const [person] = await db.sql<{ id: string }>(
    'insert into contacts (first_name, last_name, household_id, owner_id) values ($1, $2, $3, $4) returning id',
    [first, last ?? null, home?.id ?? null, owner ?? null],
  )
  const points = [...(phone ? [['phone', phone]] : []), ...(email ? [['email', email]] : [])]
  for (const [kind, value] of points)
    await db.sql('insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, $2, $3, $3)', [
      person!.id,
      kind,
      value,
    ])
  return person!.id
}

const pairOf = async (one: string, other: string) =>
  (
    await db.sql(
      `select score, reasons, looks_like, dismissed_at is not null as is_dismissed from duplicate_pairs
       where first_id = least($1::uuid, $2::uuid) and second_id = greatest($1::uuid, $2::uuid)`,
      [one, other],
    )
  )[0]

let number = 0
const phone = () => `+97250000${String(1000 + number++)}`
const email = () => `person-${number++}@example.com`

const same = { phone: phone(), email: email() }
test.each<[what: string, one: Person, other: Person, found: object | undefined]>([
  [
    'the same phone number, different names',
    { first: 'נועה', phone: '+972500000001' },
    { first: 'דנה', phone: '+972500000001' },
    { score: 60, reasons: ['phone'], looks_like: 'duplicate' },
  ],
  [
    'the same phone, e-mail and name',
    { first: 'נועה', last: 'לוי', ...same },
    { first: 'נֹעה', last: 'לוי', ...same },
    { score: 120, reasons: ['phone', 'email'], looks_like: 'household' },
  ],
  [
    'the same name with an extra quotation mark',
    { first: 'צה״ל', last: 'לוי', phone: '+972500000002' },
    { first: 'צהל', last: 'לוי', phone: '+972500000002' },
    { score: 90, reasons: ['phone', 'name'], looks_like: 'duplicate' },
  ],
  [
    'a couple with one phone number and one street',
    { first: 'נועה', last: 'כהן', phone: '+972500000003', street: 'הגפן 3, חיפה' },
    { first: 'איתי', last: 'כהן', phone: '+972500000003', street: 'הגפן 3' },
    { score: 85, reasons: ['phone', 'street'], looks_like: 'household' },
  ],
  [
    'only the same name and street',
    { first: 'רון', last: 'ברק', street: 'הדקל 5' },
    { first: 'רון', last: 'ברק', street: 'הדקל 5' },
    undefined,
  ],
])('the duplicate score of %s', async (_, one, other, found) => {
  const pair = await pairOf(await write(one), await write(other))
  if (found) expect(pair).toMatchObject(found)
  else expect(pair).toBeUndefined()
})

test('pairs are updated when a name or number changes, and on deletion and restore', async () => {
  const value = phone()
  const one = await write({ first: 'מאיה', last: 'לוי', phone: value })
  const other = await write({ first: 'מאיה', last: 'לוי', phone: value })
  expect(await pairOf(one, other)).toMatchObject({ score: 90 })
  await db.sql(`update contacts set first_name = 'טל' where id = $1`, [other])
  expect(await pairOf(one, other)).toMatchObject({ score: 60, looks_like: 'household' })
  await db.sql('update contacts set deleted_at = now() where id = $1', [other])
  expect(await pairOf(one, other)).toBeUndefined()
  await db.sql('update contacts set deleted_at = null where id = $1', [other])
  expect(await pairOf(one, other)).toMatchObject({ score: 60 })
  await db.sql('update contact_points set value_norm = $2, value_raw = $2 where contact_id = $1', [other, phone()])
  expect(await pairOf(one, other)).toBeUndefined()
})

test('a phone number shared by a dozen contacts does not count as evidence', async () => {
  const value = phone()
  const people = []
  for (let i = 0; i < 13; i++) people.push(await write({ first: `עובד ${i}`, phone: value }))
  expect(await pairOf(people[0]!, people[12]!)).toBeUndefined()
})

test('"not a duplicate" persists even if the score rises, and can be undone', async () => {
  const value = phone()
  const one = await write({ first: 'שיר', last: 'גל', phone: value })
  const other = await write({ first: 'שירה', last: 'גל', phone: value })
  await db.as(as.sales, 'select decide_pair($1, $2, true)', [one, other])
  await db.sql(`update contacts set first_name = 'שיר' where id = $1`, [other])
  expect(await pairOf(one, other)).toMatchObject({ is_dismissed: true, score: 90 })
  await db.as(as.sales, 'select decide_pair($2, $1, false)', [one, other])
  expect(await pairOf(one, other)).toMatchObject({ is_dismissed: false })
  await expect(db.as(as.content, 'select decide_pair($1, $2, true)', [one, other])).rejects.toMatchObject({
    message: 'not_allowed',
  })
  await expect(db.as(as.sales, 'select decide_pair($1, $1, true)', [one])).rejects.toMatchObject({
    message: 'pair_not_found',
  })
})

test('two contacts linked as a household share household and phone and are no longer a pair, until unlinked', async () => {
  const value = phone()
  const one = await write({ first: 'יעל', last: 'שקד', phone: value, email: email() })
  const other = await write({ first: 'גיא', last: 'שקד', phone: value })
  const state = () =>
    db.sql(
      `select c.first_name, c.household_id is not null as has_home, h.name, array_agg(p.shared_in_household order by p.kind) as shared
       from contacts c left join households h on h.id = c.household_id join contact_points p on p.contact_id = c.id
       where c.id in ($1, $2) group by 1, 2, 3 order by 1`,
      [one, other],
    )
  const before = await state()
  const [linked] = await db.as<{ link: object }>(as.sales, 'select link_as_household($1, $2) as link', [one, other])
  expect(await state()).toEqual([
    { first_name: 'גיא', has_home: true, name: 'משפחת שקד', shared: [true] },
    { first_name: 'יעל', has_home: true, name: 'משפחת שקד', shared: [false, true] },
  ])
  expect(await pairOf(one, other)).toBeUndefined()
  await db.as(as.owner, 'select unlink_household($1)', [linked!.link])
  expect(await state()).toEqual(before)
  expect(await pairOf(one, other)).toMatchObject({ looks_like: 'household' })
  await expect(db.as(as.sales, 'select link_as_household($1, $1)', [one])).rejects.toMatchObject({
    message: 'household_of_one',
  })
})

test('linking contacts of two households does not merge the households', async () => {
  const one = await write({ first: 'א', last: 'ב', street: 'א 1' })
  const other = await write({ first: 'ג', last: 'ב', street: 'א 2' })
  await expect(db.as(as.sales, 'select link_as_household($1, $2)', [one, other])).rejects.toMatchObject({
    message: 'two_households',
  })
})

test('matches during entry are ordered by score and limited to visible contacts', async () => {
  const value = phone()
  const mail = email()
  const twin = await write({ first: 'אורי', last: 'זיו', phone: value, email: mail, owner: ids.coach })
  const namesake = await write({ first: 'אורי', last: 'זיו' })
  const ask = (actor: keyof typeof as) =>
    db.as<{ id: string; score: number; reasons: string[] }>(
      as[actor],
      `select id, score, reasons from known_people('אורי', 'זיו', $1, $2)`,
      [value, mail],
    )
  expect(await ask('sales')).toEqual([
    { id: twin, score: 150, reasons: ['phone', 'email', 'name'] },
    { id: namesake, score: 30, reasons: ['name'] },
  ])
  expect((await ask('coach')).map(({ id }) => id)).toEqual([twin])
  expect(await ask('content')).toEqual([])
  expect(await ask('client')).toEqual([])
  expect(await db.as(as.sales, `select id from known_people('שם שאין', null, null, null)`)).toEqual([])
})

test('owners, admins, sales and the coach of both contacts see a pair; no role can write one', async () => {
  const value = phone()
  const one = await write({ first: 'של', last: 'מאמנת', phone: value, owner: ids.coach })
  const other = await write({ first: 'שלה', last: 'מאמנת', phone: value, owner: ids.coach })
  const stranger = await write({ first: 'זר', last: 'זר', phone: value })
  const see = (a: string, b: string) =>
    whoMay(
      db,
      as,
      `select from duplicate_pairs where first_id = least($1::uuid, $2::uuid) and second_id = greatest($1::uuid, $2::uuid)`,
      [a, b],
    )
  expect(await see(one, other)).toBe('owner admin coach sales')
  expect(await see(one, stranger)).toBe('owner admin sales')
  expect(await whoMay(db, as, `update duplicate_pairs set score = 1 returning *`)).toBe('no role')
  expect(await whoMay(db, as, `delete from duplicate_pairs returning *`)).toBe('no role')
  expect(
    await whoMay(
      db,
      as,
      `insert into duplicate_pairs (first_id, second_id, score, reasons, looks_like) values (least('${one}'::uuid, '${stranger}'), greatest('${one}'::uuid, '${stranger}'), 60, '{}', 'duplicate') returning *`,
    ),
  ).toBe('no role')
})

test('three thousand contacts inserted at once are compared in one statement', async () => {
  await db.sql(`
    with people as (
      insert into contacts (first_name, last_name) select 'אדם ' || n, 'רבים' from generate_series(1, 3000) n returning id, first_name)
    insert into contact_points (contact_id, kind, value_raw, value_norm)
    select id, 'phone', '', '+97251' || lpad((substr(first_name, 5)::integer / 2)::text, 7, '0') from people`)
  const [found] = await db.sql<{ pairs: number }>(
    `select count(*)::int as pairs from duplicate_pairs d join contacts c on c.id = d.first_id where c.last_name = 'רבים'`,
  )
  expect(found).toEqual({ pairs: 1499 })
})

test('contacts inserted concurrently are paired by the daily job', async () => {
  const value = phone()
  const one = await write({ first: 'רגע', last: 'אחד', phone: value })
  const other = await write({ first: 'רגע', last: 'אחד', phone: value })
  await db.sql('delete from duplicate_pairs where first_id in ($1, $2)', [one, other])
  expect(await pairOf(one, other)).toBeUndefined()
  await db.sql('select refresh_all_duplicates()')
  expect(await pairOf(one, other)).toMatchObject({ score: 90 })
})
