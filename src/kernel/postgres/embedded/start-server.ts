import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { clusterIn, ownEnvironment } from './cluster.ts'
import { asOwner, isRoot, type Owner } from './owner.ts'
import { checkServer } from '../server-check.ts'

export type ServerOptions = {
  binaries: Binaries
  folder: string
  owner: Owner
  socket: string
  password: string
  settings?: Record<string, string>
}

export type RunningServer = { signal(name: 'SIGINT' | 'SIGQUIT'): void; ended: Promise<string> }

// Command line settings override the cluster's configuration files.
const ourSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  wal_level: 'logical',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_senders: '10',
  max_replication_slots: '10',
  max_slot_wal_keep_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement errors belong to the caller and may hold personal data: the log covers only the server itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

const maxLogBytes = 5_000_000

/** Starts one server and resolves when it accepts connections. Rejects with PostgreSQL's message; then no process remains. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { binaries, folder, owner, socket } = options
  for (const left of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, left), { force: true })
  const log = openLog(folder, owner)
  const settings = Object.entries({ ...ourSettings, ...options.settings })
  const child = spawn(
    join(binaries.folder, 'bin/postgres'),
    ['-D', clusterIn(folder), '-k', socket, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Detached, with a log file instead of a pipe: it must survive this process and complete its writes.
    { ...asOwner(owner), cwd: folder, env: ownEnvironment, detached: true, stdio: ['ignore', log.handle, log.handle] },
  )
  closeSync(log.handle)
  const running = follow(child)
  try {
    await answers(options, running)
    return running
  } catch (error) {
    running.signal('SIGINT')
    await running.ended
    throw error instanceof Ended ? new Error(log.output() || error.message, { cause: error }) : error
  }
}

class Ended extends Error {}

function follow(child: ChildProcess): RunningServer {
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { signal: (name) => void child.kill(name), ended }
}

/** Waits as long as the process lives, since crash recovery can take any time. */
async function answers({ socket, password }: ServerOptions, running: RunningServer) {
  let how: string | undefined
  void running.ended.then((reason) => (how = reason))
  for (;;) {
    if (how !== undefined) throw new Ended(`postgres: ${how}`)
    const client = new pg.Client({ host: socket, user: 'postgres', password, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await checkServer(client)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      // No socket yet, not listening yet, starting up, or disconnected during shutdown.
      if (code && !['ENOENT', 'ECONNREFUSED', '57P03', 'ECONNRESET'].includes(code)) throw error
      if (!code && how === undefined && !/terminated/.test((error as Error).message)) throw error
    } finally {
      await client.end().catch(() => {})
    }
    await sleep(15)
  }
}

function openLog(folder: string, owner: Owner) {
  const file = join(folder, 'postgres.log')
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(file, `${file}.1`)
  const handle = openSync(file, 'a', 0o600)
  if (isRoot()) chownSync(file, owner.uid, owner.gid)
  const before = fstatSync(handle).size
  return { handle, output: () => readFileSync(file).subarray(before).toString('utf8').trim() }
}
