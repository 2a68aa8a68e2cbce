// Generates docs/policies.md from a freshly migrated database.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { policyReport } from '../test/policy-report.ts'
import { root } from '../test/source.ts'
import { withMigratedDatabase } from './migrated-database.ts'

writeFileSync(join(root, 'docs/policies.md'), await withMigratedDatabase(policyReport))
