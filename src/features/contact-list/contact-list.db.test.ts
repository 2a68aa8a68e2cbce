import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Condition, type Operator, builtInFields } from './contact-list.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)

async function person(name: string, more: Record<string, unknown> = {}) {
  const columns = { first_name: name, ...more }
  const keys = Object.keys(columns)
  const [row] = await db.sql<{ id: string }>(
    `insert into contacts (${keys.join(', ')}) values (${keys.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  )
  return row!.id
}
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

await db.sql(
  `insert into custom_field_defs (entity, key, label, type, options) values
     ('contact', 'city', 'עיר', 'text', '[]'), ('contact', 'children', 'ילדים', 'number', '[]'),
     ('contact', 'plan', 'תוכנית', 'select', '[{"id": "a", "label": "א"}]')`,
)
const noa = await person('נועה', {
  lifecycle: 'lead',
  owner_id: ids.coach,
  source: 'אתר',
  last_activity_at: ago(1),
  created_at: ago(40),
})
await db.sql('update contact_staff_details set custom = $2 where contact_id = $1', [
  noa,
  { city: 'תל־אביב', children: 3, plan: 'a' },
])
const itay = await person('איתי', {
  lifecycle: 'client',
  owner_id: ids.sales,
  last_activity_at: ago(3),
  created_at: ago(2),
})
const tamar = await person('תמר', { lifecycle: 'subscriber', created_at: ago(1), next_step_at: ago(1) })
await person('מחוקה', { deleted_at: ago(0) })
const [tag] = await db.sql<{ id: string }>(`insert into tags (name) values ('חם') returning id`)
await db.sql('insert into contact_tags (contact_id, tag_id) values ($1, $2)', [itay, tag!.id])
const [deal] = await db.sql<{ stage_id: string }>(
  `insert into opportunities (name, contact_id) values ('ליווי', $1) returning stage_id`,
  [itay],
)
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'phone', 'x', '+972500000011')`,
  [noa],
)
await db.sql(
  `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, at)
   select $1, 'n@example.com', channel, 'marketing', action, (select id from current_consent_texts where kind = 'marketing'), 'form', at::timestamptz
   from (values ('email', 'grant', '2026-01-01'), ('sms', 'grant', '2026-01-01'), ('sms', 'withdraw', '2026-02-01')) c (channel, action, at)`,
  [noa],
)
// Triggers set these columns; the test overrides them.
for (const [id, at] of [
  [noa, ago(1)],
  [itay, ago(3)],
  [tamar, null],
])
  await db.sql('update contacts set last_activity_at = $2 where id = $1', [id, at])

const names = new Map([
  [noa, 'noa'],
  [itay, 'itay'],
  [tamar, 'tamar'],
])
async function listed(filter: object, sort = '-activity', claims = as.owner) {
  const rows = await db.as<{ id: string }>(claims, `select id from list_contacts($1, $2)`, [filter, sort])
  return rows.map(({ id }) => names.get(id)).join(' ')
}
const asking = (field: string, op: Operator, ...values: string[]) => ({
  groups: [[{ field, op, values }]] as unknown as Condition[][],
})

const questions: [field: string, op: Operator, values: string[], names: string][] = [
  ['lifecycle', 'is', ['lead', 'client'], 'noa itay'],
  ['lifecycle', 'not', ['lead'], 'itay tamar'],
  ['owner', 'is', ['none'], 'tamar'],
  ['owner', 'is', [ids.sales, 'none'], 'itay tamar'],
  ['owner', 'not', [ids.sales], 'noa tamar'],
  ['source', 'is', ['אתר'], 'noa'],
  ['source', 'not', ['אתר'], 'itay tamar'],
  ['tag', 'is', [tag!.id], 'itay'],
  ['tag', 'not', [tag!.id], 'noa tamar'],
  ['tag', 'is', ['none'], 'noa tamar'],
  ['deal', 'is', ['open'], 'itay'],
  ['deal', 'is', ['none'], 'noa tamar'],
  ['stage', 'is', [deal!.stage_id], 'itay'],
  ['next_step', 'is', ['overdue'], 'tamar'],
  ['next_step', 'is', ['none'], 'noa itay'],
  ['created', 'last', ['7'], 'itay tamar'],
  ['created', 'older', ['30'], 'noa'],
  ['created', 'from', [ago(10).slice(0, 10)], 'itay tamar'],
  ['created', 'to', [ago(10).slice(0, 10)], 'noa'],
  ['activity', 'last', ['2'], 'noa'],
  ['activity', 'older', ['2'], 'itay tamar'],
  ['consent', 'is', ['email'], 'noa'],
  ['consent', 'is', ['sms'], ''],
  ['consent', 'not', ['email'], 'itay tamar'],
  ['has', 'is', ['phone'], 'noa'],
  ['has', 'not', ['phone'], 'itay tamar'],
  ['custom.plan', 'is', ['a'], 'noa'],
  ['custom.plan', 'not', ['a'], 'itay tamar'],
  ['custom.plan', 'is', ['none'], 'itay tamar'],
  ['custom.city', 'contains', ['תל אביב'], 'noa'],
  ['custom.children', 'min', ['3'], 'noa'],
  ['custom.children', 'max', ['2'], ''],
]
test.each(questions)('the filter %s %s %j finds %s', async (field, op, values, names) => {
  expect(await listed(asking(field, op, ...values))).toBe(names)
})

test('every filter field of the contract is covered above', () => {
  expect(new Set(questions.map(([field]) => field.split('.')[0]))).toEqual(new Set([...builtInFields, 'custom']))
})

test('filter groups are combined by or, the conditions of a group by and', async () => {
  const lead: Condition = { field: 'lifecycle', op: 'is', values: ['lead'] }
  const sourceless: Condition = { field: 'source', op: 'is', values: ['none'] }
  const subscriber: Condition = { field: 'lifecycle', op: 'is', values: ['subscriber'] }
  expect(await listed({ groups: [[lead, sourceless]] })).toBe('')
  expect(await listed({ groups: [[lead], [subscriber, sourceless]] })).toBe('noa tamar')
})

test('a search text and a filter are combined by and', async () => {
  expect(await listed({ words: 'נועה' })).toBe('noa')
  expect(await listed({ words: 'נועה', ...asking('lifecycle', 'is', 'client') })).toBe('')
})

test.each([
  ['-activity', 'noa itay tamar'],
  ['activity', 'tamar itay noa'],
  ['created', 'noa itay tamar'],
  ['name', 'itay noa tamar'],
  ['next_step', 'tamar itay noa'],
])('the list is sorted by %s', async (sort, order) => {
  const found = await listed({}, sort)
  // Two contacts without a next step are ordered by id.
  expect(sort === 'next_step' ? found.split(' ')[0] : found).toBe(sort === 'next_step' ? 'tamar' : order)
})

test.each(['-activity', 'activity', 'created', 'name', '-name', 'next_step', '-next_step'])(
  'keyset pagination by %s returns every row once',
  async (sort) => {
    const key = { activity: 'last_activity_at', created: 'created_at', name: 'search_name', next_step: 'next_step_at' }[
      sort.replace('-', '')
    ]
    const seen: string[] = []
    let after: object | null = null
    for (let page = 0; page < 4; page += 1) {
      const [row]: { id: string; value: string | null }[] = await db.as(
        as.owner,
        `select id, to_jsonb(${key}) #>> '{}' as value from list_contacts('{}', $1, $2, 0, 1)`,
        [sort, after],
      )
      if (row) {
        seen.push(row.id)
        after = row
      }
    }
    expect(seen).toHaveLength(3)
    expect(new Set(seen)).toEqual(new Set(names.keys()))
  },
)

test('a coach lists only their own contacts, and the owner `me` is the caller', async () => {
  expect(await listed({}, '-activity', as.coach)).toBe('noa')
  expect(await listed(asking('owner', 'is', 'me'), '-activity', as.coach)).toBe('noa')
  expect(await listed(asking('owner', 'is', 'me'), '-activity', as.sales)).toBe('itay')
})

test('users without a role and visitors get no rows', async () => {
  expect(await listed({}, '-activity', as.stranger)).toBe('')
  await expect(listed({}, '-activity', as.visitor)).rejects.toThrow('permission denied')
})

test('the count matches the list for every role', async () => {
  const count = async (filter: object, claims = as.owner) =>
    Number((await db.as<{ n: string }>(claims, 'select count_contacts($1) as n', [filter]))[0]!.n)
  expect(await count({})).toBe(3)
  expect(await count({ groups: [], words: ' ' }, as.sales)).toBe(3)
  expect(await count({}, as.coach)).toBe(1)
  expect(await count({}, as.stranger)).toBe(0)
  expect(await count(asking('lifecycle', 'is', 'lead'))).toBe(1)
  expect(await count({ groups: [], words: 'תמר' })).toBe(1)
})

const nonsense: object[] = [
  asking('password', 'is', 'x'),
  asking('lifecycle', 'min', '1'),
  asking('lifecycle', 'is'),
  asking('owner', 'is', 'x'),
  asking('created', 'last', 'soon'),
  asking('created', 'from', '2026-13-40'),
  asking(`custom.a' or true --`, 'is', 'x'),
  asking('has', 'is', 'everything'),
  { groups: 'all' },
]
test.each(nonsense)('the invalid filter %j is refused with its code', async (filter) => {
  await expect(listed(filter)).rejects.toThrow('filter_invalid')
})

test('a quote in a filter value is a literal', async () => {
  expect(await listed(asking('source', 'is', `' or true or '`))).toBe('')
  expect(await listed({ words: `%'; drop table contacts; --` })).toBe('')
})
