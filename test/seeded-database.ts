// Databases with the rows of a new installation. They are seeded once per run, because seeding the demo takes a second
// of CPU time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connect } from '#kernel/postgres/connection.ts'
import { seedSite } from '#server/business.ts'
import { seedDemo } from '#server/demo.ts'
import { type Server, testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'
import type { TestDatabase } from './open-database.ts'

const seeds = { pages: seedSite, demo: seedDemoWithPages }

/** Like `testDatabase`, with the default pages as drafts, or with the demo. Its sealed values open with `testDependencies().sealFor`. */
export async function seededDatabase(seed: keyof typeof seeds): Promise<TestDatabase> {
  const server = inject('postgres')
  const template = `template_${seed}`
  await makeTemplate(server, template, seeds[seed])
  return testDatabase(server, template)
}

async function seedDemoWithPages(connect: Connect) {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
  await seedDemo({ connect, dataDir, sealFor: testDependencies().sealFor })
  rmSync(dataDir, { recursive: true })
  await seedSite(connect)
}

/** The first caller of the run seeds; the other worker waits for it. */
async function makeTemplate({ host, password }: Server, name: string, seed: (connect: Connect) => Promise<void>) {
  const admin = new pg.Client({ host, user: 'postgres', password, database: 'postgres' })
  await admin.connect()
  try {
    // The lock is held until this connection closes.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [name])
    if (rowCount) return
    // Drops the database of a failed seeding.
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name} template template strategy file_copy`)
    await seed((login) => ({ host, user: login, password, database: name }))
    await admin.query(`alter database ${name} allow_connections false is_template true`)
  } finally {
    await admin.end()
  }
}
