import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { openSheet } from '#lib/spreadsheets/open-sheet.ts'
import { guessColumns } from '../imports/columns.ts'
import { exportContacts } from './exports.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { call, app, tokens } = await testKernel(db, { functions: [exportContacts] })
const tokenOf = (by: 'owner' | 'sales') => tokens.sign({ ...as[by], aud: 'authenticated' }, 600)

await db.sql(`insert into custom_field_defs (entity, key, label, type) values ('contact', 'f_city', 'עיר', 'text')`)
const [dana] = await db.sql<{ id: string }>(
  `insert into contacts (first_name, last_name, lifecycle, owner_id, source, birth_date)
   values ('=דנה', 'כהן', 'client', $1, 'המלצה', '1990-12-31') returning id`,
  [ids.coach],
)
await db.sql(`update contact_staff_details set custom = '{"f_city": "חיפה, כרמל"}' where contact_id = $1`, [dana!.id])
await db.sql(
  `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
   values ($1, 'phone', 'x', '+972501234567', true), ($1, 'phone', 'x', '+97236123456', false), ($1, 'email', 'x', 'dana@example.com', true)`,
  [dana!.id],
)
await db.sql(`insert into contacts (first_name, lifecycle) select 'איש ' || i, 'lead' from generate_series(1, 2500) i`)

async function fetched(body: object, by: 'owner' | 'sales' = 'owner') {
  return call('POST', '/functions/v1/export-contacts', body, await tokenOf(by))
}

async function rowsOf(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  try {
    await pipeline(Readable.from([bytes]), createWriteStream(join(folder, 'list')))
    const { rows, kind } = await openSheet(join(folder, 'list'))
    return { kind, rows: (await Array.fromAsync(rows)).map(({ cells }) => cells) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the filtered list is exported for Excel: with a byte order mark, national phone numbers and escaped formulas', async () => {
  const answer = await fetched({ format: 'csv', search: '?f=lifecycle:is:client' })
  expect(answer.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [head, line] = answer.payload.slice(1).split('\r\n')
  expect(head).toMatch(/^שם פרטי,שם משפחה,טלפון,.*,עיר$/)
  expect(line).toContain(`'=דנה,כהן,050-123-4567,03-612-3456,dana@example.com,,לקוחות,coach,המלצה,`)
  expect(line).toMatch(/,31\.12\.1990,.*,"חיפה, כרמל"$/)
})

test.each(['csv', 'xlsx'] as const)(
  'a long list is exported as %s, and the import recognises its columns',
  async (format) => {
    const { rows, kind } = await rowsOf((await fetched({ format, search: '?sort=name' })).rawPayload)
    expect([kind, rows.length]).toEqual([format, 2502])
    const fields = guessColumns(rows[0]!, [], new Map(), [{ key: 'f_city', label: 'עיר' }])
    expect(fields.filter((field) => field !== null)).toEqual([
      'first_name',
      'last_name',
      'phone',
      'phone_2',
      'email',
      'email_2',
      'lifecycle',
      'owner',
      'source',
      'tags',
      'consent',
      'do_not_contact',
      'birth_date',
      'external_id',
      'custom:f_city',
    ])
  },
)

test('an export contains the selected contacts, or all except the excluded ones', async () => {
  const one = await rowsOf((await fetched({ format: 'csv', ids: [dana!.id] })).rawPayload)
  expect(one.rows).toHaveLength(2)
  const rest = await rowsOf((await fetched({ format: 'csv', but: [dana!.id] })).rawPayload)
  expect(rest.rows).toHaveLength(2501)
})

test('every export is logged with its author', async () => {
  await db.sql('truncate exports')
  await fetched({ format: 'csv', search: '?f=lifecycle:is:client' })
  expect(await db.sql('select list, format, row_count, by, search from exports')).toEqual([
    { list: 'contacts', format: 'csv', row_count: 1, by: ids.owner, search: '?f=lifecycle:is:client' },
  ])
})

test('the sales role cannot export, and an invalid filter is refused', async () => {
  expect((await fetched({ format: 'csv' }, 'sales')).statusCode).toBe(403)
  expect((await fetched({ format: 'pdf' })).json()).toMatchObject({ code: 'invalid_input' })
  const answer = await app.inject({
    method: 'POST',
    url: '/functions/v1/export-contacts',
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${await tokenOf('owner')}` },
    payload: 'nonsense',
  })
  expect(answer.json()).toMatchObject({ code: 'invalid_input' })
})
