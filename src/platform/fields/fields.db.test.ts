import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testBrowser } from '../../../test/browser.ts'
import { testDatabase } from '../../../test/database.ts'
import { readFieldUses } from './fields.data.ts'
import type { FieldType } from './fields.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)

const field = async (type: FieldType, entity = 'contact') => {
  const options = type === 'select' || type === 'multi' ? '[{"id":"a","label":"א"},{"id":"b","label":"ב"}]' : '[]'
  const [row] = await db.sql<{ id: string; key: string }>(
    `insert into custom_field_defs (entity, label, type, options) values ($1, $2, $3, $4) returning id, key`,
    [entity, `${type} ${entity}`, type, options],
  )
  return row!
}
const fields = {} as Record<FieldType, { id: string; key: string }>
for (const type of ['text', 'number', 'money', 'date', 'select', 'multi', 'checkbox', 'phone', 'url'] as const)
  fields[type] = await field(type)
const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)

const write = (custom: object) =>
  db.as<{ custom: object }>(
    as.sales,
    'update contact_staff_details set custom = $2 where contact_id = $1 returning custom',
    [contact!.id, JSON.stringify(custom)],
  )

const right: [FieldType, unknown][] = [
  ['text', 'שלום'],
  ['number', -4.5],
  ['money', 69_050],
  ['date', '2028-02-29'],
  ['select', 'a'],
  ['multi', ['b', 'a']],
  ['checkbox', false],
  ['phone', '+972500000001'],
  ['url', 'https://example.com'],
]
for (const [type, value] of right)
  test(`a field of type ${type} accepts ${JSON.stringify(value)}`, async () => {
    expect(await write({ [fields[type].key]: value })).toEqual([{ custom: { [fields[type].key]: value } }])
  })

const wrong: [FieldType, unknown][] = [
  ['text', ''],
  ['text', 5],
  ['text', 'x'.repeat(2001)],
  ['number', '5'],
  ['number', 1e15],
  ['money', 10.5],
  ['date', '2027-02-29'],
  ['date', '2027-2-1'],
  ['date', 20_270_201],
  ['select', 'c'],
  ['select', ['a']],
  ['multi', 'a'],
  ['multi', []],
  ['multi', ['a', 'a']],
  ['multi', ['a', 'c']],
  ['checkbox', 'כן'],
  ['phone', '050'],
  ['url', 'javascript:alert(1)'],
]
for (const [type, value] of wrong)
  test(`a field of type ${type} refuses ${JSON.stringify(value).slice(0, 24)}`, async () => {
    await expect(write({ [fields[type].key]: value })).rejects.toMatchObject({
      message: 'custom_invalid',
      detail: fields[type].key,
    })
  })

test('a value for an unknown field is refused; an emptied value is removed', async () => {
  await expect(write({ nobody_knows: 1 })).rejects.toMatchObject({ message: 'custom_invalid' })
  expect(await write({ [fields.text.key]: null, [fields.number.key]: 2 })).toEqual([
    { custom: { [fields.number.key]: 2 } },
  ])
})

test('opportunities and households have separate fields, and fields of another entity are refused', async () => {
  const ofDeal = await field('money', 'opportunity')
  const ofHome = await field('checkbox', 'household')
  const add = (table: string, columns: string, values: unknown[]) =>
    db.as(
      as.admin,
      `insert into ${table} (${columns}) values ($1, $2${values[2] ? ', $3' : ''}) returning version`,
      values,
    )
  await add('opportunities', 'contact_id, custom, name', [contact!.id, { [ofDeal.key]: 100 }, 'ליווי'])
  await add('households', 'name, custom', ['משפחה', { [ofHome.key]: true }])
  await expect(add('households', 'name, custom', ['משפחה', { [ofDeal.key]: 100 }])).rejects.toMatchObject({
    message: 'custom_invalid',
  })
  // A changed value increases the version, so a stale update is refused.
  expect(
    await db.as(as.admin, `update opportunities set custom = '{}' where contact_id = $1 returning version`, [
      contact!.id,
    ]),
  ).toEqual([{ version: 2 }])
})

test('an archived field keeps its values, and restoring shows them again', async () => {
  await write({ [fields.text.key]: 'נשאר' })
  await db.as(as.admin, 'update custom_field_defs set deleted_at = now() where id = $1', [fields.text.id])
  expect(await write({ [fields.text.key]: 'נשאר', [fields.number.key]: 1 })).toHaveLength(1)
  await db.as(as.admin, 'update custom_field_defs set deleted_at = null where id = $1', [fields.text.id])
})

test('an option in use can be hidden but not removed; options can be added', async () => {
  const save = (options: object[]) =>
    db.as(as.owner, 'update custom_field_defs set options = $2 where id = $1', [
      fields.select.id,
      JSON.stringify(options),
    ])
  await save([
    { id: 'a', label: 'אחר' },
    { id: 'b', label: 'ב', hidden: true },
    { id: 'c', label: 'ג' },
  ])
  await expect(save([{ id: 'a', label: 'א' }])).rejects.toMatchObject({ message: 'field_option_removed' })
  await expect(
    save([
      { id: 'a', label: ' ' },
      { id: 'b', label: 'ב' },
      { id: 'c', label: 'ג' },
    ]),
  ).rejects.toMatchObject({ constraint: 'field_options_invalid' })
})

test('active fields of one entity must have unique names', async () => {
  const add = () =>
    db.as(as.owner, `insert into custom_field_defs (entity, label, type) values ('contact', 'עיר', 'text')`)
  await add()
  await expect(add()).rejects.toMatchObject({ constraint: 'field_label_taken' })
  await db.as(as.owner, `update custom_field_defs set deleted_at = now() where label = 'עיר'`)
  await add()
})

test('the order is saved in one call, and usage counts are limited to rows visible to the caller', async () => {
  await db.as(as.owner, 'select order_fields($1)', [[fields.url.id, fields.date.id]])
  const rows = await db.sql<{ id: string }>(`select id from custom_field_defs order by position limit 2`)
  expect(rows.map(({ id }) => id)).toEqual([fields.url.id, fields.date.id])
  await write({ [fields.phone.key]: '+972500000001' })
  const uses = async (actor: 'owner' | 'content') =>
    (await db.as<{ uses: number }>(as[actor], 'select field_uses($1)::int as uses', [fields.phone.id]))[0]!.uses
  expect([await uses('owner'), await uses('content')]).toEqual([1, 0])
})

test('the usage count of a deleted field is 0', async () => {
  const { backend } = await testBrowser(db, ids.owner)
  expect(await readFieldUses(backend, crypto.randomUUID())).toBe(0)
})

const cases: [action: string, sql: string, actors: string][] = [
  ['read the fields', 'select from custom_field_defs', 'owner admin coach sales content'],
  [
    'add a field',
    `insert into custom_field_defs (entity, label, type) values ('contact', 'חדש', 'text') returning id`,
    'owner admin',
  ],
  ['update a field', `update custom_field_defs set label = label || '!' returning id`, 'owner admin'],
  ['delete a field permanently', 'delete from custom_field_defs returning id', 'no role'],
]
for (const [action, sql, actors] of cases)
  test(`roles that may ${action}: ${actors}`, async () => {
    expect(await whoMay(db, as, sql)).toBe(actors)
  })
