import { expect, test } from 'vitest'
import type { z } from 'zod'
import { testDatabase } from './database.ts'
import { filesBelow, root } from './source.ts'

const db = await testDatabase()

// A contract exports `rowSchemas`: per table of its module the schema of a row. This test compares it with the table.
const contracts = filesBelow('src', (path) => /^src\/(?:platform|features)\/([^/]+)\/\1\.ts$/.test(path))
const rows = new Map<string, z.ZodObject>()
for (const contract of contracts) {
  const module: { rowSchemas?: Record<string, z.ZodObject> } = await import(`${root}/${contract}`)
  for (const [table, schema] of Object.entries(module.rowSchemas ?? {})) rows.set(table, schema)
}

test('every table of the product has a row schema in its contract', async () => {
  const tables = await db.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(
    [...rows.keys()].sort(),
    'export const rowSchemas = { table_name: Row, … } in the contract of the module',
  ).toEqual(tables.map((table) => table.name))
})

test('the keys and the nullability of a row schema equal the columns of its table', async () => {
  const columns = await db.sql<{ table: string; column: string; nullable: boolean }>(
    `
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name = any ($1)
    order by 1, 2`,
    [[...rows.keys()]],
  )
  const declared = [...rows].flatMap(([table, schema]) =>
    Object.entries(schema.shape).map(([column, type]) => ({ table, column, nullable: type.safeParse(null).success })),
  )
  const line = (entry: { table: string; column: string; nullable: boolean }) =>
    `${entry.table}.${entry.column}${entry.nullable ? ' null' : ''}`
  expect(declared.map(line).sort()).toEqual(columns.map(line).sort())
})
