import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

const id = async (text: string, values?: unknown[]) => (await db.sql<{ id: string }>(text, values))[0]!.id
type Line = Record<'actor_id' | 'action' | 'entity' | 'entity_id' | 'label' | 'contact_id', string | null> & {
  version: number | null
  before: object | null
  after: object | null
}
const newest = async (entity: string) =>
  (await db.sql<Line>('select * from audit_log where entity = $1 order by id desc limit 1', [entity]))[0]!
const count = async () => (await db.sql<{ n: number }>('select count(*)::int as n from audit_log'))[0]!.n

const coachContact = await id(`insert into contacts (first_name, owner_id) values ('נועה', $1) returning id`, [
  ids.coach,
])
const other = await id(`insert into contacts (first_name) values ('איתי') returning id`)

test('an update is logged with its author, the old and the new values', async () => {
  await db.as(as.sales, `update contacts set lifecycle = 'client', source = 'אתר' where id = $1`, [coachContact])
  expect(await newest('contacts')).toMatchObject({
    actor_id: ids.sales,
    action: 'update',
    entity_id: coachContact,
    contact_id: coachContact,
    label: 'נועה',
    version: 2,
    before: { lifecycle: 'lead', source: null },
    after: { lifecycle: 'client', source: 'אתר' },
  })
})

test('an insert and a delete are logged with all values of the row', async () => {
  const [added] = await db.as<{ id: string }>(
    as.owner,
    `insert into tags (name, color) values ('ותיקים', 'stage-1') returning id`,
  )
  expect(await newest('tags')).toMatchObject({ action: 'insert', after: { name: 'ותיקים' }, before: null })
  await db.as(as.owner, 'delete from tags where id = $1', [added!.id])
  expect(await newest('tags')).toMatchObject({ action: 'delete', before: { name: 'ותיקים' }, after: null })
})

test('a row with a composite key is logged with both key columns', async () => {
  const tag = await id(`insert into tags (name, color) values ('חדשים', 'stage-2') returning id`)
  await db.as(as.owner, 'insert into contact_tags (contact_id, tag_id) values ($1, $2)', [other, tag])
  expect(await newest('contact_tags')).toMatchObject({ entity_id: `${other} ${tag}`, contact_id: other })
})

test('system columns and updates without a change are not logged', async () => {
  const before = await count()
  await db.sql('update contacts set last_activity_at = now() where id = $1', [other])
  await db.as(as.owner, `update contacts set first_name = 'איתי' where id = $1`, [other])
  expect(await count()).toBe(before)
})

test('a bulk insert is one entry with the number of rows', async () => {
  await db.sql(`insert into contacts (first_name) select 'אורח ' || i from generate_series(1, 101) i`)
  expect(await newest('contacts')).toMatchObject({ action: 'insert', entity_id: null, after: { count: 101 } })
})

test('a bulk update of a thousand rows or more is one entry with the count and the changed columns', async () => {
  await db.sql(`insert into contacts (first_name) select 'המון ' || i from generate_series(1, 1001) i`)
  await db.as(as.owner, `update contacts set source = 'ייבוא', lifecycle = 'client' where first_name like 'המון %'`)
  expect(await newest('contacts')).toMatchObject({
    actor_id: ids.owner,
    action: 'update',
    entity_id: null,
    after: { count: 1001, columns: ['lifecycle', 'source'] },
  })
  const before = await count()
  await db.sql(`update contacts set next_step_at = now() where first_name like 'המון %'`)
  expect(await count()).toBe(before)
})

test('seeding the demo is logged without an author', async () => {
  const before = await count()
  await db.sql(`insert into contacts (first_name, is_demo) values ('דמו', true)`)
  expect(await count()).toBe(before)
})

test('secret columns are never logged', async () => {
  const [facts] = await db.sql<{ audit_facts: object }>('select audit_facts($1)', [
    {
      name: 'א',
      token_hash: 'x',
      receipt_hash: 'y',
      unmailed_hashes: ['t'],
      refresh_token: 'z',
      sealed_key: 'w',
      client_secret: 'v',
      password: 'u',
      note: null,
    },
  ])
  expect(facts!.audit_facts).toEqual({ name: 'א' })
})

test('owners and admins can read the whole log, staff the entries of rows that they can see, and other roles none', async () => {
  const seen = async (actor: keyof typeof as) =>
    (
      await db.as<{ entity_id: string | null }>(
        as[actor],
        `select entity_id from audit_log where entity = 'contacts' and entity_id is not null`,
      )
    ).map((row) => row.entity_id)
  await db.as(as.owner, `update contacts set source = 'המלצה' where id = $1`, [other])
  expect(await seen('owner')).toEqual(expect.arrayContaining([coachContact, other]))
  expect(await seen('admin')).toEqual(expect.arrayContaining([coachContact, other]))
  expect(await seen('sales')).toEqual(expect.arrayContaining([coachContact, other]))
  expect(new Set(await seen('coach'))).toEqual(new Set([coachContact]))
  for (const actor of ['content', 'client', 'stranger'] as const) expect(await seen(actor)).toEqual([])
  await expect(seen('visitor')).rejects.toMatchObject({ code: '42501' })
})

test.each(['owner', 'admin', 'coach'] as const)(
  '%s can neither insert into the audit log nor update it',
  async (actor) => {
    for (const text of [
      `insert into audit_log (action, entity) values ('update', 'contacts')`,
      `update audit_log set actor_id = null`,
      'delete from audit_log',
      `select forget_in_audit_log('${other}')`,
      'select prune_audit_log()',
    ])
      await expect(db.as(as[actor], text)).rejects.toMatchObject({ code: '42501' })
  },
)

test('even the server cannot change an entry, only erase personal data and prune entries older than two years', async () => {
  const service = { role: 'service_role' }
  await expect(db.as(service, 'delete from audit_log')).rejects.toMatchObject({ code: '42501' })
  await db.as(service, 'select forget_in_audit_log($1)', [coachContact])
  const [line] = await db.sql<Line>('select * from audit_log where contact_id = $1 order by id desc', [coachContact])
  expect(line).toMatchObject({ actor_id: ids.sales, label: '', before: null, after: null })
  await db.sql(`update audit_log set at = now() - interval '25 months' where contact_id = $1`, [coachContact])
  await db.as(service, 'select prune_audit_log()')
  expect(await db.sql('select from audit_log where contact_id = $1', [coachContact])).toEqual([])
})
