// Opens the embedded or external database: checks the server, migrates, sets the passwords of the logins.
import { resolve } from 'node:path'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { installJobQueue } from '#kernel/jobs/jobs.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import { openReplica, type Replica } from '#kernel/postgres/replica.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { type Passwords, setPasswords } from '#kernel/postgres/logins.ts'
import { migrate, type Schema } from '#kernel/postgres/migrate.ts'
import { checkServer } from '#kernel/postgres/server-check.ts'
import { StartupError } from '#lib/startup-error.ts'

export type Database = {
  connect: Connect
  /** Undefined with an external database, which is backed up by its operator. */
  cluster: { folder: string; walArchive: string | undefined } | undefined
  /** Undefined if not configured. While it is unreachable, reads go to the primary. */
  replica: Replica | undefined
  stop(): Promise<void>
}

type OpenedDatabase = Omit<Database, 'replica'>

type Opening = {
  dataFolder: string
  databaseUrl: string | undefined
  replica?: { url: string; maxLagMs: number } | undefined
  /** Whether the write-ahead log of the embedded database is archived. */
  archivesWal: boolean
  passwords: Passwords
  schema: Schema
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}

/** Throws StartupError if the database cannot be opened. */
export async function openDatabase(opening: Opening): Promise<Database> {
  const { databaseUrl, passwords, schema, log } = opening
  const database = databaseUrl ? await external(databaseUrl, passwords) : await embedded(opening)
  try {
    const { code } = await migrate(database.connect('postgres'), schema)
    if (code === 'newer')
      log.warn('The database belongs to a newer release: its tables, functions and policies were not changed.')
    await setPasswords(database.connect('postgres'), passwords)
    await installJobQueue(database.connect('worker'))
    const replica = opening.replica && connectReplica(opening.replica, database.connect, opening)
    return {
      ...database,
      replica,
      async stop() {
        await replica?.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function embedded({ dataFolder, archivesWal, passwords, log }: Opening): Promise<OpenedDatabase> {
  const server = await startPostgres({
    folder: resolve(dataFolder, 'cluster'),
    password: passwords.postgres,
    systemUser: 'maslul',
    archivesWal,
    log,
  })
  if (server.how === 'replaced an orphan')
    log.warn('A PostgreSQL that a killed process had left running was stopped and started again.')
  return {
    cluster: { folder: server.cluster, walArchive: server.walArchive },
    connect: (login) => ({ host: server.socket, user: login, password: passwords[login], database: 'postgres' }),
    stop: () => server.stop(),
  }
}

/** TCP keepalive: a client that awaits a result sends nothing, and would never detect a dropped connection. */
const probed = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }

async function external(url: string, passwords: Passwords): Promise<OpenedDatabase> {
  const { host, pathname } = new URL(url)
  const named = `The database ${pathname.slice(1)} at ${host || 'the local socket'}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkServer(client)
    const { rows } = await client.query<{ superuser: boolean }>(
      'select rolsuper as superuser from pg_roles where rolname = current_user',
    )
    if (!rows[0]!.superuser)
      throw new StartupError(
        `${named} has to be given with a superuser's login: it makes the roles and hands out their rights. A service that gives no superuser does not fit.`,
      )
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      `${named} cannot be opened: ${(error as Error).message || (error as { code?: string }).code}.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
  return {
    cluster: undefined,
    connect: (login) => ({
      connectionString: login === 'postgres' ? url : asLogin(url, login, passwords[login]),
      ...probed,
    }),
    stop: async () => {},
  }
}

/** A replica has the same logins and passwords as the primary. */
const connectReplica = (
  { url, maxLagMs }: NonNullable<Opening['replica']>,
  connect: Connect,
  { passwords, log }: Pick<Opening, 'passwords' | 'log'>,
) =>
  openReplica({
    primary: connect('authenticator'),
    replica: { connectionString: asLogin(url, 'authenticator', passwords.authenticator), ...probed },
    maxLagMs,
    log,
  })

/** As query parameters: they override the user info of the URL and also work for sockets. */
function asLogin(url: string, login: string, password: string) {
  const address = new URL(url)
  address.searchParams.set('user', login)
  address.searchParams.set('password', password)
  return address.href
}
