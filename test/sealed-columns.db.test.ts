import { expect, test } from 'vitest'
import { sealedColumns } from '#server/sealed-columns.ts'
import { testDatabase } from './database.ts'

const db = await testDatabase()

/** Columns whose rows are deleted after minutes. */
const shortLived = ['calendar_secrets.beginnings']

test('a key rotation re-seals every column of sealed values', async () => {
  const columns = await db.sql<{ table: string; key: string[] }>(
    `select attrelid::regclass::text as table, (
       select array_agg(parts.attname::text order by array_position(conkey, parts.attnum))
       from pg_constraint join pg_attribute parts on parts.attrelid = conrelid and parts.attnum = any (conkey)
       where conrelid = sealed.attrelid and contype = 'p') as key
     from pg_attribute sealed join pg_class on pg_class.oid = attrelid
     where attname ~ '(^|_)sealed$' and relkind = 'r' and atttypid = 'bytea'::regtype`,
  )
  const lasting = columns.filter(({ table }) => !shortLived.includes(table))
  expect(lasting.map(({ table, key }) => ({ table: table.includes('.') ? table : `public.${table}`, key }))).toEqual(
    expect.arrayContaining(sealedColumns.map(({ table, key }) => ({ table, key }))),
  )
  expect(lasting).toHaveLength(sealedColumns.length)
})
