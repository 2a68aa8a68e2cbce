import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { databaseTypes } from './database-types.ts'
import { schemaReport } from './schema-report.ts'
import { text } from './source.ts'

const db = await testDatabase()

test('docs/schema.sql matches the migrated schema', async () => {
  expect(text('docs/schema.sql'), 'run: node scripts/schema.ts').toBe(await schemaReport((query) => db.sql(query)))
})

test('src/client/database.types.ts matches the migrated schema', async () => {
  const types = await databaseTypes((query) => db.sql(query))
  expect(text('src/client/database.types.ts'), 'run: node scripts/schema.ts').toBe(types)
})
