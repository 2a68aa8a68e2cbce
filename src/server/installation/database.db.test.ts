import { Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { kernelSchema } from '#kernel/migrations.ts'
import { logins } from '#kernel/postgres/connection.ts'
import type { Passwords } from '#kernel/postgres/logins.ts'
import { openDatabase } from './database.ts'

// Logins are shared with other tests of this server, so their passwords must not change.
const { host, password } = inject('postgres')
const passwords = Object.fromEntries(logins.map((login) => [login, password])) as Passwords
const silent = { info() {}, warn() {}, error() {} }
const db = await testDatabase()

const addressOf = (database: string, user = 'postgres') =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}&password=${password}`
const open = (databaseUrl: string) =>
  openDatabase({
    dataFolder: '/nonexistent',
    databaseUrl,
    archivesWal: false,
    passwords,
    schema: kernelSchema,
    log: silent,
  })

test('an external database on a server that already has the roles is migrated, and every login has a probed connection', async () => {
  const probe = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => probe.mockRestore())
  const name = `given_${crypto.randomUUID().slice(0, 8)}`
  await db.sql(`create database ${name}`)
  try {
    const database = await open(addressOf(name))
    for (const login of logins) {
      const client = new pg.Client(database.connect(login))
      probe.mockClear()
      await client.connect()
      expect(probe).toHaveBeenCalledWith(true, 60_000)
      const { rows } = await client.query('select current_user as user, current_database() as database')
      expect(rows).toEqual([{ user: login, database: name }])
      await client.end()
    }
    await database.stop()
    await open(addressOf(name)).then((again) => again.stop())
  } finally {
    await db.sql(`drop database ${name} with (force)`)
  }
})

test('a login without superuser rights is refused, and the message names the database', async () => {
  await expect(open(addressOf('postgres', 'worker'))).rejects.toThrow(
    "The database postgres at the local socket has to be given with a superuser's login: it makes the roles and hands out their rights. A service that gives no superuser does not fit.",
  )
})

test('a missing database and an unreachable server are reported without the password', async () => {
  await expect(open(addressOf('nowhere'))).rejects.toThrow(
    'The database nowhere at the local socket cannot be opened: database "nowhere" does not exist.',
  )
  await expect(open('postgres://me:secret@127.0.0.1:1/shop')).rejects.toThrow(
    /^The database shop at 127\.0\.0\.1:1 cannot be opened: connect ECONNREFUSED[^@]*$/,
  )
})
