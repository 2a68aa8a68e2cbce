// Writes docs/schema.sql from a freshly migrated database: today's schema in one file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaReport } from '../test/schema-report.ts'
import { root } from '../test/source.ts'
import { withMigratedDatabase } from './migrated-database.ts'

writeFileSync(join(root, 'docs/schema.sql'), await withMigratedDatabase(schemaReport))
