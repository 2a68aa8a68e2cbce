// A new release starts on the database of the one before.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#kernel/postgres/migrate.ts'
import { testDatabase } from '../../test/database.ts'
import { schema } from './migrations.ts'

const db = await testDatabase()

test('the code of the product is taken away and created again when one of its files changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const added = join(folder, 'added.functions.sql')
  writeFileSync(added, `create function new_in_this_release() returns int language sql as 'select 1'`)
  const next = { ...schema, code: [...schema.code, relative(schema.folder, added)] }
  expect(await migrate(db.connect('postgres'), next)).toEqual({ tables: [], code: 'applied' })
  expect(await db.sql('select new_in_this_release() as one')).toEqual([{ one: 1 }])
})
