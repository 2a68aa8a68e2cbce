import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { holdings } from './privacy.ts'
import { filesOf } from './privacy.server.ts'
import { zip } from './zip.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const id = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

async function newContact(name: string, email: string, household: string | null = null) {
  const contact = await id(
    `insert into contacts (first_name, last_name, birth_date, household_id, client_user_id) values ($1, 'לדוגמה', '1980-01-01', $2, null) returning id`,
    [name, household],
  )
  await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
    contact,
    email,
  ])
  return contact
}
const seenVersion = async (contact: string) =>
  (await db.sql<{ version: number }>('select version from contacts where id = $1', [contact]))[0]!.version
const forget = async (contact: string, actor: keyof typeof as = 'owner') =>
  db.as(as[actor], 'select forget_person($1, $2)', [contact, await seenVersion(contact)])

test('every table that references a contact is listed in holdings', async () => {
  const tables = await db.sql<{ name: string }>(`
    select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = 'contacts'::regclass`)
  const named = tables.map(({ name }) => name)
  expect(
    named.filter((name) => !(name in holdings)),
    'say in privacy.ts what becomes of it, and do it in privacy.functions.sql',
  ).toEqual([])
})

test('erasure deletes personal rows, retains legally required ones, and anonymizes the rest', async () => {
  const home = await id(`insert into households (name, address) values ('משפחת פלונית', 'הרצל 1') returning id`)
  const noa = await newContact('נועה-הסודית', 'noa@example.com', home)
  await db.sql(`update contacts set client_user_id = $2 where id = $1`, [noa, ids.client])
  const opportunity = await id(`insert into opportunities (name, contact_id) values ('נועה-הסודית', $1) returning id`, [
    noa,
  ])
  await db.sql(`insert into tasks (name, contact_id, opportunity_id) values ('להתקשר לנועה-הסודית', $1, $2)`, [
    noa,
    opportunity,
  ])
  await db.sql(
    `with met as (insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind, answers)
       values ('היכרות', $2, $1, now(), now() + interval '1 hour', 'confirmed', 'meet', '{"q": "נועה-הסודית"}') returning id)
     insert into appointment_attendees (appointment_id, contact_id, role, name, email)
     select met.id, p.contact_id, p.role, 'נועה-הסודית', 'noa@example.com' from met, (values ($1::uuid, 'main')) p (contact_id, role)`,
    [noa, ids.owner],
  )
  await db.sql(
    `insert into activities (type, contact_id, payload) values ('note', $1, '{"text":"נועה-הסודית סיפרה"}')`,
    [noa],
  )
  await db.sql(
    `insert into notifications (user_id, type, title, related_entity_id) values ($1, 'x', 'נועה-הסודית', $2)`,
    [ids.owner, noa],
  )
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
     select $1, 'noa@example.com', 'email', 'marketing', 'grant', id, 'form' from current_consent_texts where kind = 'marketing'`,
    [noa],
  )
  await db.sql(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', 1000, '2026-01-01')`,
    [noa],
  )
  await db.sql(`update contacts set first_name = 'נועה-הסודית מאוד' where id = $1`, [noa])

  await forget(noa)

  const [row] = await db.sql<object>(
    'select full_name, birth_date, client_user_id, anonymised_at is not null as is_gone from contacts where id = $1',
    [noa],
  )
  expect(row).toEqual({ full_name: 'פרטים נמחקו', birth_date: null, client_user_id: null, is_gone: true })
  const remaining = await db.sql(
    `select (select count(*)::int from consents where contact_id = $1) as consents, (select count(*)::int from charges where contact_id = $1) as charges,
       (select count(*)::int from activities where contact_id = $1) as activities, (select count(*)::int from opportunities where contact_id = $1) as opportunities,
       (select count(*)::int from contact_points where contact_id = $1) as points`,
    [noa],
  )
  expect(remaining).toEqual([{ consents: 1, charges: 1, activities: 0, opportunities: 0, points: 0 }])
  expect(await db.sql('select from auth.users where id = $1', [ids.client])).toEqual([])

  // No text column of any table contains the name.
  const tables = await db.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of tables)
    expect(
      await db.sql(
        `select 1 from ${name} t where to_jsonb(t)::text like '%הסודית%' or to_jsonb(t)::text like '%הרצל 1%'`,
      ),
      name,
    ).toEqual([])
  expect(await db.sql(`select kind from privacy_events where person_id = $1`, [noa])).toEqual([{ kind: 'anonymised' }])
})

test('a shared household and mail to a shared address are retained for the other person', async () => {
  const home = await id(`insert into households (name) values ('משפחת שניים') returning id`)
  const [one, other] = [
    await newContact('אחת', 'both@example.com', home),
    await newContact('שני', 'both@example.com', home),
  ]
  await db.sql(`insert into mail_preferences (email) values ('both@example.com')`)
  await forget(one)
  expect(await db.sql('select name, deleted_at from households where id = $1', [home])).toEqual([
    { name: 'משפחת שניים', deleted_at: null },
  ])
  expect(await db.sql(`select from mail_preferences where email = 'both@example.com'`)).toHaveLength(1)
  expect(await db.sql(`select from suppressions where value_hash = address_hash('both@example.com')`)).toEqual([])
  expect(await db.sql(`select from contact_points where contact_id = $1`, [other])).toHaveLength(1)
})

test('an erased address is stored as a hash, so that a later import does not contact it', async () => {
  await forget(await newContact('רק', 'only@example.com'))
  expect(
    await db.sql(`select value_norm from suppressions where value_hash = address_hash('only@example.com')`),
  ).toEqual([{ value_norm: null }])
})

test('records merged into the contact are erased with it', async () => {
  const winner = await newContact('זוכה', 'winner@example.com')
  const loser = await newContact('ממוזג', 'loser@example.com')
  await db.sql('update contacts set merged_into_id = $1, deleted_at = now() where id = $2', [winner, loser])
  await forget(winner)
  expect(await db.sql('select full_name from contacts where id = $1', [loser])).toEqual([{ full_name: 'פרטים נמחקו' }])
})

test('only an owner can erase a contact, with its current version, and only once', async () => {
  const contact = await newContact('מישהי', 'once@example.com')
  for (const actor of ['admin', 'coach', 'sales', 'content', 'stranger'] as const)
    await expect(forget(contact, actor)).rejects.toMatchObject({ message: 'not_allowed' })
  await expect(db.as(as.owner, 'select forget_person($1, 99)', [contact])).rejects.toMatchObject({
    message: 'stale_version',
  })
  await forget(contact)
  await expect(forget(contact)).rejects.toMatchObject({ message: 'person_not_found' })
  await expect(db.as(as.owner, 'update contacts set deleted_at = null where id = $1', [contact])).rejects.toMatchObject(
    {
      constraint: 'anonymised_comes_back',
    },
  )
})

test('owners and admins can read the row counts, and no role can call the erasing function directly', async () => {
  const contact = await newContact('נספרת', 'count@example.com')
  expect(await db.as(as.admin, 'select person_holdings($1) as held', [contact])).toEqual([
    { held: expect.objectContaining({ contacts: 1, contact_points: 1 }) },
  ])
  await expect(db.as(as.sales, 'select person_holdings($1)', [contact])).rejects.toMatchObject({
    message: 'not_allowed',
  })
  await expect(db.as(as.owner, 'select anonymise_person($1)', [contact])).rejects.toMatchObject({ code: '42501' })
  expect(await whoMay(db, as, 'select from privacy_events')).toBe('owner admin')
})

test('the archive contains a note, all data as JSON, and CSV tables protected against formula injection', () => {
  const files = filesOf(
    { contacts: [{ id: 1, full_name: '=1+1', custom: { a: 1 } }], unknown: [{ a: null }] },
    new Date(),
  )
  expect(files.map(({ name }) => name)).toEqual(['read-me.txt', 'person.json', 'contacts.csv', 'unknown.csv'])
  expect(files[2]!.content).toBe('\ufeffid,full_name,custom\r\n1,\'=1+1,"{""a"":1}"\r\n')
  const bytes = zip([{ name: 'שלום.txt', content: 'אבג' }])
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'))
  const nameLength = bytes.readUInt16LE(26)
  const [start, size] = [30 + nameLength, bytes.readUInt32LE(18)]
  expect(bytes.subarray(30, start).toString()).toBe('שלום.txt')
  expect(inflateRawSync(bytes.subarray(start, start + size)).toString()).toBe('אבג')
  expect(bytes.readUInt32LE(bytes.length - 6)).toBe(start + size)
})
