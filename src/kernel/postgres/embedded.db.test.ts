import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from './connection.ts'
import { type EmbeddedPostgres, type EmbeddedOptions, startPostgres } from './embedded.ts'

vi.setConfig({ testTimeout: 120_000 })
const base = mkdtempSync(join(tmpdir(), 'embedded-test-'))
const password = 'for-tests-only'
const clusterFolder = join(base, 'made')

/** A cluster with one row, created once and copied, because initdb takes a second. */
beforeAll(async () => {
  chmodSync(base, 0o711)
  const server = await startPostgres({ folder: clusterFolder, password })
  await query(server, "create table words (word text); insert into words values ('before')")
  await server.stop()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

function copyOfCluster(name: string) {
  const folder = join(base, name)
  cpSync(clusterFolder, folder, { recursive: true, preserveTimestamps: true })
  // cpSync makes root the owner; a start as root must fix that, so the test leaves it.
  return folder
}

async function query({ socket }: { socket: string }, text: string) {
  const client = new pg.Client({ host: socket, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  try {
    const result = await client.query<Record<string, string>>(text)
    return [result].flat().at(-1)!.rows
  } finally {
    await client.end()
  }
}

async function started<T>(
  options: Partial<EmbeddedOptions> & { folder: string },
  work: (server: EmbeddedPostgres) => Promise<T>,
) {
  const server = await startPostgres({ password, ...options })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

const serverPid = (folder: string) => Number(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])

/** Starts the supervisor in a separate process, so that it can be killed. */
async function starter(folder: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'))
  const code = `import { startPostgres } from ${module}; process.stdout.write((await startPostgres(${JSON.stringify({ folder, password })})).socket); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, socket: line.toString().trim() }
}

test('an empty folder becomes a cluster with fsync and checksums, without TCP', async () => {
  await started({ folder: clusterFolder }, async (server) => {
    expect(server.how).toBe('started')
    const rows = await query(
      server,
      `
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('wal_level') as wal,
        current_setting('listen_addresses') as network, current_setting('data_checksums') as checksums,
        datlocprovider as provider, datlocale as locale from pg_database where datname = 'postgres'`,
    )
    expect(rows).toEqual([
      { fsync: 'on', pages: 'on', wal: 'logical', network: '', checksums: 'on', provider: 'b', locale: 'C.UTF-8' },
    ])
    expect(Buffer.byteLength(join(server.socket, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
  })
})

test('the socket requires a password', async () => {
  await started({ folder: copyOfCluster('scram') }, async ({ socket }) => {
    const client = new pg.Client({ host: socket, user: 'postgres', password: 'wrong', database: 'postgres' })
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' })
  })
})

test('a server left by a killed process is replaced without data loss', async () => {
  const folder = copyOfCluster('orphan')
  const first = await starter(folder)
  await query(first, `insert into words values ('by the orphan')`)
  const orphan = serverPid(folder)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  await started({ folder }, async (server) => {
    expect(server.how).toBe('replaced an orphan')
    expect(serverPid(folder)).not.toBe(orphan)
    expect(await query(server, 'select word from words order by word')).toEqual([
      { word: 'before' },
      { word: 'by the orphan' },
    ])
  })
})

test('a second start on the same folder is refused, and the first server keeps running', async () => {
  const folder = copyOfCluster('second')
  await started({ folder }, async (server) => {
    await expect(startPostgres({ folder, password })).rejects.toThrow(
      /^Another process already works on .*second\. Stop it first/,
    )
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('a stale lock file with the pid of another or a zombie process does not prevent the start', async () => {
  const folder = copyOfCluster('stale')
  // Its parent never reaps it, so it stays a zombie.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [dead] = (await once(parent.stdout, 'data')) as [Buffer]
  for (const pid of [process.pid, Number(dead.toString())]) {
    writeFileSync(
      join(folder, 'pg/postmaster.pid'),
      `${pid}\n${folder}/pg\n1700000000\n5432\n/tmp\n\n  1234567   7\nready   \n`,
    )
    await started({ folder }, async (server) =>
      expect(await query(server, 'select word from words')).toEqual([{ word: 'before' }]),
    )
  }
  parent.kill('SIGKILL')
})

test('a cluster with an interrupted initdb is created again', async () => {
  const folder = join(base, 'cut')
  mkdirSync(join(folder, 'pg.new.77.1/base'), { recursive: true })
  await started({ folder }, async (server) => expect(server.how).toBe('made'))
  expect(readdirSync(folder).sort()).toEqual(['owner.lock', 'pg', 'postgres.log'])
})

test('a cluster of another major version is refused and unchanged', async () => {
  const folder = copyOfCluster('older')
  writeFileSync(join(folder, 'pg/PG_VERSION'), '16\n')
  await expect(startPostgres({ folder, password })).rejects.toThrow(
    /was made by PostgreSQL 16, and this release brings 18.*npm run upgrade-postgres$/,
  )
  expect(readFileSync(join(folder, 'pg/PG_VERSION'), 'utf8')).toBe('16\n')
})

test('a folder that is not a cluster is not overwritten', async () => {
  const folder = join(base, 'other')
  mkdirSync(join(folder, 'pg'), { recursive: true })
  writeFileSync(join(folder, 'pg/diary.txt'), 'dear diary')
  await expect(startPostgres({ folder, password })).rejects.toThrow(/is not a PostgreSQL cluster/)
  expect(existsSync(join(folder, 'pg/diary.txt'))).toBe(true)
})

test('the database works after its folder was moved', async () => {
  const folder = copyOfCluster('here')
  await started({ folder }, async (server) => query(server, `insert into words values ('moved')`))
  renameSync(folder, join(base, 'there'))
  await started({ folder: join(base, 'there') }, async (server) => {
    expect(await query(server, `select word from words where word = 'moved'`)).toHaveLength(1)
  })
})

test('a server without fsync or full_page_writes is refused', async () => {
  const folder = copyOfCluster('unsafe')
  await expect(startPostgres({ folder, password, settings: { fsync: 'off' } })).rejects.toThrow(
    /runs with fsync off: after a power cut it would lose/,
  )
  await expect(
    startPostgres({ folder, password, settings: { fsync: 'off', full_page_writes: 'off' } }),
  ).rejects.toThrow(/fsync and full_page_writes off/)
  // Command line settings override the cluster's configuration files.
  appendFileSync(join(folder, 'pg/postgresql.conf'), '\nfsync = off\n')
  await started({ folder }, async (server) => expect(await query(server, 'show fsync')).toEqual([{ fsync: 'on' }]))
})

test('a wrong password is reported as keys that do not belong to the database', async () => {
  await expect(startPostgres({ folder: copyOfCluster('keys'), password: 'other' })).rejects.toThrow(
    /made with other keys than those at hand/,
  )
})

test("an unknown PostgreSQL setting fails the start with PostgreSQL's message", async () => {
  await expect(
    startPostgres({ folder: copyOfCluster('setting'), password, settings: { shared_buffers: 'much' } }),
  ).rejects.toThrow(/PostgreSQL does not start in .*invalid value for parameter "shared_buffers"/)
})

test('a killed server is restarted and logged, and an open pool recovers', async () => {
  const folder = copyOfCluster('killed')
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await started(
    { folder, log: { info: log, warn: log, error: log } as unknown as NonNullable<EmbeddedOptions['log']> },
    async ({ socket }) => {
      const pool = openPool({ host: socket, user: 'postgres', password, database: 'postgres' }, 2)
      await pool.query(`insert into words values ('acknowledged')`)
      process.kill(serverPid(folder), 'SIGKILL')
      await expect
        .poll(
          () =>
            pool.query('select 1').then(
              () => 'answers',
              () => 'down',
            ),
          { timeout: 60_000 },
        )
        .toBe('down')
      await expect
        .poll(
          () =>
            pool.query('select 1').then(
              () => 'answers',
              () => 'down',
            ),
          { timeout: 60_000 },
        )
        .toBe('answers')
      expect((await pool.query(`select word from words where word = 'acknowledged'`)).rows).toHaveLength(1)
      await expect
        .poll(() => lines)
        .toEqual([
          expect.stringMatching(/^PostgreSQL ended by itself \(SIGKILL\) and is started again/),
          'PostgreSQL runs again.',
        ])
      await pool.end()
    },
  )
})

test("a killed backend is handled by PostgreSQL's crash recovery", async () => {
  const folder = copyOfCluster('backend')
  await started({ folder }, async ({ socket }) => {
    const pool = openPool({ host: socket, user: 'postgres', password, database: 'postgres' }, 1)
    const before = serverPid(folder)
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await sleep(50)
    await expect
      .poll(
        () =>
          pool.query('select 1').then(
            () => 'answers',
            () => 'down',
          ),
        { timeout: 60_000 },
      )
      .toBe('answers')
    expect(serverPid(folder)).toBe(before)
    await pool.end()
  })
})

test('stop is idempotent and removes all temporary files', async () => {
  const folder = copyOfCluster('twice')
  const server = await startPostgres({ folder, password })
  const pid = serverPid(folder)
  await Promise.all([server.stop(), server.stop()])
  expect(() => process.kill(pid, 0)).toThrow()
  expect(existsSync(server.socket)).toBe(false)
})
