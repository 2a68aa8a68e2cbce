// A separate PostgreSQL server on TCP, which a test can stop and restart, behind a proxy that can stop forwarding.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '#kernel/postgres/embedded/binaries.ts'
import { asOwner, ownerFor } from '#kernel/postgres/embedded/owner.ts'

const password = 'outage'

export async function makePostgres(more: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-outage-'))
  chmodSync(folder, 0o711)
  const [cluster, secret] = [join(folder, 'pg'), join(folder, 'password')]
  const owner = ownerFor(folder, 'maslul')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(secret, password)
  for (const path of [cluster, secret]) chownSync(path, owner.uid, owner.gid)
  const { folder: native } = findBinaries()
  // The database owner may lack access to the project: the binaries are copied beside the cluster.
  execFileSync('cp', ['-R', native, join(folder, 'native')])
  const bin = (name: string) => join(folder, 'native/bin', name)
  const options = { ...asOwner(owner), cwd: '/', stdio: 'ignore' as const }
  execFileSync(
    bin('initdb'),
    [
      `--pgdata=${cluster}`,
      '--no-sync',
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${secret}`,
      '--no-locale',
      '--encoding=UTF8',
    ],
    options,
  )
  const port = await freePort()
  const config = { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' }
  let server: ChildProcess | undefined

  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(config)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  const postgres = {
    port,
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    query,
    async start() {
      const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'wal_level=logical']
      const settings = [...own, ...more]
      server = spawn(bin('postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], options)
      while (
        !(await query('select').then(
          () => true,
          () => false,
        ))
      ) {
        if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
        await sleep(50)
      }
    },
    /** Fast shutdown: every connection is closed. */
    async stop() {
      if (!server || server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    async remove() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await postgres.start()
  return postgres
}

/** Forwards TCP to `port`. Connections whose first packet names `silenced` stop forwarding, both ways, while `isSilent`. */
export async function makeProxy(port: number, silenced: string) {
  const state = { isSilent: false }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let isNamed: boolean | undefined
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
    }
    near.on('data', (bytes) => {
      isNamed ??= bytes.includes(silenced)
      if (!(isNamed && state.isSilent)) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!(isNamed && state.isSilent)) near.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: ownPort } = server.address() as { port: number }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${ownPort}/postgres`,
    state,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
