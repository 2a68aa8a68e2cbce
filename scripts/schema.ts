// Generates from a freshly migrated database docs/schema.sql, the current schema in one file, and the row types.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseTypes } from '../test/database-types.ts'
import { schemaReport } from '../test/schema-report.ts'
import { root } from '../test/source.ts'
import { withMigratedDatabase } from './migrated-database.ts'

await withMigratedDatabase(async (sql) => {
  writeFileSync(join(root, 'docs/schema.sql'), await schemaReport(sql))
  writeFileSync(join(root, 'src/client/database.types.ts'), await databaseTypes(sql))
})
