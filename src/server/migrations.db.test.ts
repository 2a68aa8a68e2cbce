// Starting a new release on the database of the previous one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#kernel/postgres/migrate.ts'
import { testDatabase } from '../../test/database.ts'
import { schema } from './migrations.ts'

const db = await testDatabase()

test('the functions and policies of the product are dropped and recreated when a file is added', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const added = join(folder, 'added.functions.sql')
  writeFileSync(added, `create function new_in_this_release() returns int language sql as 'select 1'`)
  const next = { ...schema, code: [...schema.code, relative(schema.folder, added)] }
  expect(await migrate(db.connect('postgres'), next)).toEqual({ tables: [], code: 'applied' })
  expect(await db.sql('select new_in_this_release() as one')).toEqual([{ one: 1 }])
})
