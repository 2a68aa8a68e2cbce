// SIGKILL at points of backups and restores while rows are written. No broken backup is accepted. Each point-in-time
// restore equals that moment by the checksums of all tables and files.
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { blobPath } from '#kernel/storage/blobs/blobs.ts'
import { storeWithPrefix } from '#server/backup/backup-store.ts'
import { createEnvelope } from '#server/backup/envelope.ts'
import { folderStore } from '#server/backup/folder-store.ts'
import { readManifests } from '#server/backup/manifest.ts'
import { removeInstallation } from '#server/backup/restore.ts'
import { checkBackup } from '#server/backup/run-backup.ts'
import { connectTo, readDigests, type TableDigests } from '#server/backup/table-digests.ts'
import { startWalShipping } from '#server/backup/wal-shipping.ts'
import { makeOwnerKey, recipientsOf, writeBackupKeys } from '#server/installation/backup-keys.ts'
import type { BackupProcessOptions } from '../../test/backup-process.ts'

const systemUser = 'maslul'
const writers = 3
/** The time of a kill, as a fraction of the usual duration: early and late in the first two rounds, then random. */
const killPoint = (round: number) => [0.3, 0.8][round] ?? Math.random() * 1.2

export type KillReport = {
  rounds: number
  backupsKilled: number
  restoresKilled: number
  /** Incomplete backups that a restore would choose: none is allowed. */
  broken: string[]
  /** Restores that were killed early and left a folder, or whose rows or files differ. */
  different: string[]
  rowsWritten: number
}

/** `folder` exists and is accessible to the system user of the database. */
export async function measureBackupKills(folder: string, rounds: number): Promise<KillReport> {
  const [dataFolder, storeFolder] = [join(folder, 'live'), join(folder, 'store')]
  for (const path of [dataFolder, storeFolder]) mkdirSync(path, { mode: 0o711 })
  const password = randomBytes(12).toString('hex')
  const keyFile = join(dataFolder, 'keys.json')
  const storageFolder = join(dataFolder, 'storage')
  writeFileSync(keyFile, JSON.stringify({ passwords: { postgres: password } }))
  const owner = await makeOwnerKey()
  const keys = await writeBackupKeys(dataFolder, owner.recipient)
  const server = await startPostgres({ folder: join(dataFolder, 'cluster'), password, archivesWal: true, systemUser })
  const walArchive = server.walArchive!
  const config = { host: server.socket, user: 'postgres', password, database: 'postgres' }
  const store = storeWithPrefix(folderStore(storeFolder), `${keys.installation}/`)
  const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
  const observer = await connectTo(config)
  await observer.query(
    'create table public.entries (id serial primary key, word text not null); create table public.sums (writer int primary key, total int not null)',
  )
  const report = {
    rounds,
    backupsKilled: 0,
    restoresKilled: 0,
    broken: [],
    different: [],
    rowsWritten: 0,
  } as KillReport
  const gate = openGate()
  const writing = Array.from({ length: writers }, (_, writer) => write(config, writer, gate))

  async function archive() {
    const wal = startWalShipping({ folder: walArchive, store, envelope, log: { warn() {} } })
    try {
      const { rows } = await observer.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment')
      for (;;) {
        const { rows: state } = await observer.query<{ done: boolean }>(
          'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver',
          [rows[0]!.segment],
        )
        if (state[0]!.done) break
        await sleep(50)
      }
      await wal.ship()
    } finally {
      await wal.stop()
    }
  }

  const backUp = (killAfterMs?: number) =>
    runProcess(
      { kind: 'backup', store: storeFolder, keys, config, cluster: server.cluster, walArchive, keyFile, storageFolder },
      killAfterMs,
    )

  /** The content at a moment without writes; writers continue afterwards. */
  async function holdMoment() {
    await gate.close()
    const digests = await readDigests(observer)
    await sleep(20)
    const to = new Date()
    await sleep(20)
    gate.open()
    return { to, digests, files: filesOf(storageFolder) }
  }

  let last: Moment | undefined
  try {
    const first = await timed(() => backUp())
    if (!first.result) throw new Error('The first backup failed')
    let restoreMs = 3000
    for (let round = 0; round < rounds; round++) {
      storeFile(storageFolder, `round-${round}`, `file ${round}`)
      if (!(await backUp(killPoint(round) * first.ms))) report.backupsKilled += 1
      // The backups that a restore could choose next.
      for (const manifest of await readManifests(store, envelope))
        await checkBackup(store, envelope, manifest).catch((error: Error) => report.broken.push(error.message))
      if (!(await backUp())) report.broken.push(`round ${round}: no backup succeeds after the killed one`)
      await sleep(200)
      const moment = await holdMoment()
      last = moment
      await sleep(200)
      await archive()

      const target = join(folder, `restored-${round}`)
      const options = {
        kind: 'restore',
        store: storeFolder,
        identity: owner.identity,
        dataFolder: target,
        to: moment.to.toISOString(),
      } as const
      const killed = !(await runProcess(options, killPoint(round) * restoreMs))
      if (killed) report.restoresKilled += 1
      // A restored folder that exists is complete, even if its process was killed afterwards.
      if (!existsSync(target)) {
        const again = await timed(() => runProcess(options))
        restoreMs = again.ms
        if (!again.result) report.different.push(`round ${round}: no restore succeeds after the killed one`)
      }
      if (existsSync(target)) report.different.push(...(await differences(target, password, moment, round)))
      removeInstallation(target)
    }
  } finally {
    gate.open()
    gate.end()
    report.rowsWritten = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
    await observer.end()
    await server.stop()
    removeInstallation(dataFolder)
  }
  // The machine's folder was removed: the last moment is restored from the store alone.
  if (last) {
    const target = join(folder, 'restored-after-loss')
    const to = last.to.toISOString()
    await runProcess({ kind: 'restore', store: storeFolder, identity: owner.identity, dataFolder: target, to })
    report.different.push(...(await differences(target, password, last, rounds)))
    removeInstallation(target)
  }
  return report
}

/** Writers pass while it is open. Closing waits for the statements in progress. */
function openGate() {
  let opened = Promise.withResolvers<void>()
  opened.resolve()
  let isEnding = false
  const inside = new Set<Promise<unknown>>()
  return {
    isEnding: () => isEnding,
    async pass<T>(work: () => Promise<T>) {
      // If the gate was closed again in the meantime, wait for the next opening.
      for (let seen; seen !== opened; await seen.promise) seen = opened
      const running = work()
      inside.add(running)
      return running.finally(() => inside.delete(running))
    },
    async close() {
      opened = Promise.withResolvers<void>()
      await Promise.allSettled(inside)
    },
    open: () => opened.resolve(),
    end: () => void (isEnding = true),
  }
}

/** Writes to two tables in one transaction, until the gate is closed permanently. Returns the number of rows written. */
async function write(config: pg.ClientConfig, writer: number, gate: ReturnType<typeof openGate>) {
  const client = new pg.Client(config)
  await client.connect()
  let written = 0
  await client.query('insert into public.sums values ($1, 0)', [writer])
  while (!gate.isEnding()) {
    await gate.pass(async () => {
      await client.query('begin')
      await client.query('insert into public.entries (word) values ($1)', [
        `writer ${writer} row ${written} `.repeat(20),
      ])
      await client.query('update public.sums set total = total + 1 where writer = $1', [writer])
      await client.query('commit')
    })
    written += 1
    await sleep(2)
  }
  await client.end()
  return written
}

/** True if the process succeeded before the kill. */
async function runProcess(options: BackupProcessOptions, killAfterMs?: number): Promise<boolean> {
  const child: ChildProcess = fork(
    join(import.meta.dirname, '../../test/backup-process.ts'),
    [JSON.stringify(options)],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${options.kind} failed: ${output.slice(-800)}`)
  return code === 0
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  return { result: await work(), ms: performance.now() - began }
}

type Moment = { to: Date; digests: TableDigests; files: Record<string, string> }

async function differences(dataFolder: string, password: string, moment: Moment, round: number): Promise<string[]> {
  const server = await startPostgres({ folder: join(dataFolder, 'cluster'), password, systemUser })
  const client = await connectTo({ host: server.socket, user: 'postgres', password, database: 'postgres' })
  try {
    const found = await readDigests(client)
    const tables = Object.keys({ ...moment.digests, ...found }).filter(
      (name) => JSON.stringify(found[name]) !== JSON.stringify(moment.digests[name]),
    )
    const files = filesOf(join(dataFolder, 'storage'))
    const lost = Object.keys(moment.files).filter((name) => files[name] !== moment.files[name])
    return [...tables, ...lost].map((name) => `round ${round}: ${name}`)
  } finally {
    await client.end()
    await server.stop()
  }
}

function storeFile(storageFolder: string, version: string, content: string) {
  const path = join(storageFolder, blobPath(version))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content.repeat(1000))
}

/** Checksums of the files below the folder, by path. */
function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) => join(parentPath, name)
  return Object.fromEntries(
    entries.map((entry) => [
      pathOf(entry).slice(folder.length),
      createHash('sha256')
        .update(readFileSync(pathOf(entry)))
        .digest('hex'),
    ]),
  )
}
