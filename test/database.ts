import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase, type TestDatabase } from './open-database.ts'

export type Server = { host: string; password: string }

/** A database for this test file, cloned from the migrated template and dropped at the end. */
export async function testDatabase(
  { host, password }: Server = inject('postgres'),
  template = 'template',
): Promise<TestDatabase> {
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = { host, user: 'postgres', password, database: 'postgres' }
  await once(admin, `create database ${database} template ${template} strategy file_copy`)
  const db = openDatabase({ host, password, database })
  afterAll(async () => {
    await db.close()
    await once(admin, `drop database ${database} with (force)`)
  })
  return db
}

async function once(config: pg.ClientConfig, text: string) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
