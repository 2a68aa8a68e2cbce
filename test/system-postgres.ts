// A system PostgreSQL in place of a managed one: not supervised by the product, connected by DATABASE_URL.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempFolder } from './temp-folder.ts'

/** Binaries of the oldest supported PostgreSQL on this machine, at Debian's path. */
export function systemPostgres(): string | undefined {
  const majorOf = (bin: string) => Number(bin.split('/')[4])
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((program) => program.replace(/\/postgres$/, ''))
    .filter((bin) => majorOf(bin) >= 15)
    .toSorted((a, b) => majorOf(a) - majorOf(b))[0]
}

/** `bin` contains initdb and postgres. As root it runs as the system user postgres. */
export async function startPostgres(bin: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = tempFolder('maslul-pg-')
  const [cluster, socket, password] = [join(folder, 'cluster'), join(folder, 'socket'), join(folder, 'password')]
  const user = process.getuid!() === 0 ? systemUser() : undefined
  chmodSync(folder, 0o711)
  for (const place of [cluster, socket]) mkdirSync(place, { mode: 0o700 })
  writeFileSync(password, 'conformance')
  if (user) for (const place of [cluster, socket, password]) chownSync(place, user.uid, user.gid)

  const asUser = { ...user, cwd: '/' }
  const initArgs = [
    '--auth=scram-sha-256',
    '--username=postgres',
    `--pwfile=${password}`,
    '--no-locale',
    '--encoding=UTF8',
  ]
  execFileSync(join(bin, 'initdb'), [`--pgdata=${cluster}`, ...initArgs], { ...asUser, stdio: 'ignore' })
  const settings = ['wal_level=logical', 'listen_addresses=', `unix_socket_directories=${socket}`, 'max_wal_senders=10']
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...asUser,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const ready = join(socket, '.s.PGSQL.5432')
  for (let waited = 0; !existsSync(ready); waited += 50) {
    if (waited > 30_000 || server.exitCode !== null) throw new Error(`${bin}/postgres does not start`)
    await sleep(50)
  }
  return {
    url: `postgres://postgres:conformance@localhost/postgres?host=${encodeURIComponent(socket)}`,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function systemUser() {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
