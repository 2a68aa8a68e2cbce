// Debian's PostgreSQL 15, to test the oldest supported version. Without it these tests are skipped.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { logins } from '#kernel/postgres/connection.ts'
import { asOwner, ownerFor } from '#kernel/postgres/embedded/owner.ts'
import { migrate } from '#kernel/postgres/migrate.ts'
import { kernelSchema } from '#kernel/migrations.ts'

const bin = '/usr/lib/postgresql/15/bin'

export const hasDebianServer = existsSync(bin)

/** A server for this test file, with the kernel's tables in the database `template`. */
export async function debianServer(settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-debian-'))
  const [cluster, secret, password] = [join(folder, 'pg'), join(folder, 'password'), randomBytes(12).toString('hex')]
  const owner = ownerFor(folder, 'postgres')
  chmodSync(folder, 0o711)
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(secret, password)
  for (const place of [cluster, secret]) chownSync(place, owner.uid, owner.gid)
  const options = { ...asOwner(owner), cwd: '/', stdio: 'ignore' as const }
  const initArgs = [
    '--auth=scram-sha-256',
    '--username=postgres',
    `--pwfile=${secret}`,
    '--no-locale',
    '--encoding=UTF8',
  ]
  execFileSync(join(bin, 'initdb'), [`--pgdata=${cluster}`, '--no-sync', ...initArgs], options)

  const allSettings = { listen_addresses: '', unix_socket_directories: cluster, ...settings }
  const switches = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...switches], options)
  const ended = once(server, 'exit')
  afterAll(async () => {
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const config = { host: cluster, user: 'postgres', password, database: 'postgres' }
  await prepare(await firstAnswer(config, () => server.exitCode !== null), config)
  return { host: cluster, password }
}

async function prepare(client: pg.Client, config: pg.ClientConfig & { password: string }) {
  await client.query('create database template')
  await migrate({ ...config, database: 'template' }, kernelSchema)
  for (const login of logins) await client.query(`alter role ${login} password '${config.password}'`)
  await client.end()
}

async function firstAnswer(config: pg.ClientConfig, died: () => boolean) {
  for (;;) {
    const client = new pg.Client(config)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (died()) throw error
      await new Promise((resume) => setTimeout(resume, 50))
    }
  }
}
