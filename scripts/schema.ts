// Writes what a freshly migrated database says of itself: docs/schema.sql, today's schema in one file, and the types of its rows.
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
