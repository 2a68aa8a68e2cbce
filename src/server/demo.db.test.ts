import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { testDependencies } from '../../test/dependencies.ts'
import { seedSite } from './business.ts'
import { hasDemo, seedDemo, removeDemo } from './demo.ts'

const db = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const place = { connect: db.connect, dataDir, sealFor: testDependencies().sealFor }
const tables = await db.sql<{ name: string }>(
  `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'is_demo' and table_name not like 'current%' order by 1`,
)
const counts = async (where: string) => {
  const found: Record<string, number> = {}
  for (const { name } of tables)
    found[name] = (await db.sql<{ n: number }>(`select count(*)::int as n from ${name} where ${where}`))[0]!.n
  return found
}

test('the first start seeds the demo with a login per role, and later starts print the same logins', async () => {
  const logins = await seedDemo(place)
  await seedSite(db.connect)
  expect(logins!.map((login) => login.role)).toEqual(['owner', 'admin', 'coach', 'sales', 'content', 'client'])
  expect(new Set(logins!.map((login) => login.password)).size).toBe(6)
  expect(statSync(join(dataDir, 'demo-logins.json')).mode & 0o777).toBe(0o600)
  expect(await seedDemo(place)).toEqual(logins)
  expect(await hasDemo(place)).toBe(true)
})

test('a second node with its own data folder does not change the passwords of a shared demo', async () => {
  const passwords = () => db.sql('select email, encrypted_password from auth.users order by email')
  const before = await passwords()
  const elsewhere = mkdtempSync(join(tmpdir(), 'demo-'))
  expect(
    await seedDemo({ connect: db.connect, dataDir: elsewhere, sealFor: place.sealFor, isShared: true }),
  ).toBeUndefined()
  expect(await passwords()).toEqual(before)
  rmSync(elsewhere, { recursive: true })
})

/** Rows that every installation has: the default mailing list, the lead magnets with two series, and the webinar templates. */
const installed: Readonly<Record<string, number>> = {
  mailing_lists: 1,
  lead_magnets: 9,
  automations: 2,
  message_templates: 19,
  webinar_templates: 2,
}
const installedRows = Object.fromEntries(tables.map(({ name }) => [name, installed[name] ?? 0]))

test('every demo row has is_demo', async () => {
  expect(await counts('not is_demo')).toEqual(installedRows)
  const planted = await counts('is_demo')
  // Lead magnets are seeded in every installation, and the demo publishes the guides.
  expect(Object.entries(planted).filter(([name, n]) => n === 0 && name !== 'lead_magnets')).toEqual([])
  expect(planted).toMatchObject({ opportunities: 24, contacts: 24, user_roles: 6, business_profiles: 1 })
})

test('the demo board has opportunities in every stage, each with its history', async () => {
  const stages = await db.sql<{ stage: string; n: number }>(
    'select stage, count(*)::int as n from opportunities group by 1',
  )
  expect(stages.length).toBe(9)
  const [noa] = await db.sql(`select o.name, o.amount_agorot::int, o.stage, t.name as next_step, h.name as home
    from opportunities o join tasks t on t.id = o.next_step_task_id join households h on h.id = o.household_id where o.name = 'ליווי משפחתי – נועה'`)
  expect(noa).toEqual({
    name: 'ליווי משפחתי – נועה',
    amount_agorot: 774_000,
    stage: 'call_scheduled',
    next_step: 'שליחת סיכום שיחה – נועה',
    home: 'משפחת לדוגמה – חיפה',
  })
  const wrong = await db.sql(`select o.name from opportunities o where o.stage is distinct from
    (select to_stage from opportunity_stage_history h where h.opportunity_id = o.id order by at desc limit 1)`)
  expect(wrong).toEqual([])
  const future = await db.sql('select type from activities where happened_at > now()')
  expect(future).toEqual([])
})

test('the call page of the demo shows the calendar of the coach', async () => {
  expect(await db.sql('select call_booking_path() as path')).toEqual([{ path: '/book/hila/hekerut' }])
})

test('demo logins are reset when the file of their passwords is missing', async () => {
  rmSync(join(dataDir, 'demo-logins.json'))
  const logins = await seedDemo(place)
  expect(logins).toHaveLength(6)
  expect(await seedDemo(place)).toEqual(logins)
})

test('removing the demo deletes its rows, logins and audit entries', async () => {
  const [tamar] = await db.sql<{ id: string }>(`select id from contacts where first_name = 'תמר'`)
  await db.sql(`insert into opportunities (name, contact_id) values ('עוד אחת', $1)`, [tamar!.id])
  await db.sql(`insert into activities (type, contact_id) values ('note', $1)`, [tamar!.id])
  await db.sql(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
    select $1, 'x@example.com', 'email', 'marketing', 'grant', id, 'contact_request' from consent_texts limit 1`,
    [tamar!.id],
  )
  await removeDemo(place)
  expect(await counts('true')).toEqual(installedRows)
  expect(await db.sql('select email from auth.users')).toEqual([])
  expect(await hasDemo(place)).toBe(false)
})

test('files that a real family uploaded to a stage document survive the removal of the demo', async () => {
  await seedDemo(place)
  const sent = () =>
    db.sql<{ name: string; status: string }>(
      `select d.name, x.status from stage_document_files x join stage_documents d on d.id = x.stage_document_id order by 1`,
    )
  // Simulates a family that started with the same template.
  const of = `(select f.contact_id from files f join stage_document_files x on x.file_id = f.id order by f.contact_id limit 1)`
  const expected = await db.sql<{ name: string; status: string }>(
    `select d.name, x.status from stage_document_files x join stage_documents d on d.id = x.stage_document_id
       join files f on f.id = x.file_id where f.contact_id = ${of} order by 1`,
  )
  expect(expected.length).toBeGreaterThan(0)
  await db.sql(`update contacts set is_demo = false where id = ${of}`)
  await removeDemo(place)
  expect(await sent()).toEqual(expected)
  await db.sql('update contacts set is_demo = true')
  await removeDemo(place)
  expect(await db.sql('select id from stage_documents')).toEqual([])
})

test('enrolments of real contacts survive the removal of the demo', async () => {
  await seedDemo(place)
  const [product] = await db.sql<{ id: string }>('select id from products where is_demo order by position limit 1')
  await db.sql(
    `with buyer as (insert into contacts (first_name) values ('אמיתית') returning id)
     insert into enrolments (product_id, contact_id) select $1, id from buyer`,
    [product!.id],
  )
  await removeDemo(place)
  expect(await db.sql('select product_id from enrolments')).toEqual([{ product_id: product!.id }])
  expect(await db.sql('select id from products where is_demo')).toEqual([{ id: product!.id }])
})

test('the demo is not seeded into a database with a real owner', async () => {
  const [user] = await db.sql<{ id: string }>(`insert into auth.users (email) values ('real@example.org') returning id`)
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'owner')`, [user!.id])
  expect(await seedDemo(place)).toBeUndefined()
})
