import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { asRole, type Claims } from '#kernel/postgres/transaction.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

type Server = { host: string; password: string }

/**
 * A database for this test file, cloned from the migrated template and dropped at the end.
 * `as` runs one statement as a caller under row-level security; `sql` runs as the owner, for setup and inspection.
 */
export async function testDatabase({ host, password }: Server = inject('postgres')) {
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = { host, user: 'postgres', password, database: 'postgres' }
  await once(admin, `create database ${database} template template`)
  const connect: Connect = (login) => ({ host, user: login, password, database })
  const owner = openPool(connect('postgres'), 2)
  const authenticator = openPool(connect('authenticator'), 4)
  afterAll(async () => {
    await Promise.all([owner.end(), authenticator.end()])
    await once(admin, `drop database ${database} with (force)`)
  })
  return {
    connect,
    owner,
    authenticator,
    async sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      return (await owner.query<Row>(text, values)).rows
    },
    async as<Row>(claims: Claims, text: string, values?: unknown[]) {
      const [result] = await asRole(authenticator, claims, [{ text, ...(values && { values }) }])
      return result!.rows as Row[]
    },
  }
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
