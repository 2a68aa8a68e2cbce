// A base backup of the running cluster by PostgreSQL's low-level API: its package contains no pg_basebackup.
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { packTar, type TarSource } from 'modern-tar/fs'
import pg from 'pg'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { BackupStore } from './backup-store.ts'
import { clusterFiles } from './cluster-files.ts'
import { type Envelope, suffix } from './envelope.ts'
import type { Manifest } from './manifest.ts'

type Files = Manifest['files']
export type ClusterBackupOptions = {
  connect: Connect
  /** The data directory of the cluster. */
  cluster: string
  /** Other files, by their names in the archive. */
  others: Record<string, string>
  store: BackupStore
  envelope: Envelope
}

export type ClusterBackup = Pick<
  Manifest,
  'archive' | 'backupLabel' | 'startWal' | 'stopWal' | 'folders' | 'files' | 'postgres'
> & {
  size: number
}

/** Copies the files while the server is running. The backup is complete once the write-ahead log up to `stopWal` is in the store, too. */
export async function backUpCluster({
  connect,
  cluster,
  others,
  store,
  envelope,
}: ClusterBackupOptions): Promise<ClusterBackup> {
  // A separate session: PostgreSQL ends the backup when its session is closed.
  const client = new pg.Client({ ...connect('postgres'), application_name: 'maslul backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: startRows } = await client.query<{ postgres: string }>(
      `select current_setting('server_version') as postgres from pg_backup_start('maslul', fast => true)`,
    )
    const archive = `base/${new Date().toISOString().replaceAll(':', '-')}.tar${suffix}`
    const files: Files = {}
    const listed = await clusterFiles(cluster)
    const clusterPaths = listed.files.map((file) => [`pg/${file}`, join(cluster, file)] as const)
    const sources = await sourcesOf([...Object.entries(others), ...clusterPaths], files)
    const absent = Object.keys(others).find((name) => !sources.some(({ target }) => target === name))
    if (absent !== undefined) throw new Error(`${others[absent]} is missing: no backup can be restored without it.`)
    const { size } = await store.put(archive, await envelope.close(packTar(sources)))
    const { rows } = await client.query<{ label: string; stopWal: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as "stopWal" from pg_backup_stop(wait_for_archive => true)`,
    )
    const { label, stopWal } = rows[0]!
    const startWal = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)![1]!
    const { folders } = listed
    return { archive, backupLabel: label, startWal, stopWal, folders, files, postgres: startRows[0]!.postgres, size }
  } finally {
    await client.end()
  }
}

async function sourcesOf(paths: (readonly [name: string, path: string])[], files: Files): Promise<TarSource[]> {
  const sources: TarSource[] = []
  for (const [name, path] of paths) {
    const size = await sizeOf(path)
    if (size === undefined) continue
    if (size > 0)
      sources.push({
        type: 'stream',
        content: Readable.from(readExactBytes(path, size, name, files)),
        target: name,
        size,
      })
    else {
      sources.push({ type: 'content', content: '', target: name })
      files[name] = { size, sha256: createHash('sha256').digest('hex') }
    }
  }
  return sources
}

/** Undefined for a file that was removed after it was listed: its removal is in the write-ahead log. */
async function sizeOf(path: string) {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
}

/** A file may change while it is copied; replay repairs it. A part truncated since is filled with zeros, as in pg_basebackup. */
async function* readExactBytes(path: string, size: number, name: string, files: Files): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let remaining = size
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  try {
    while (remaining > 0) {
      const buffer = Buffer.alloc(Math.min(remaining, 256 * 1024))
      const { bytesRead } = handle ? await handle.read(buffer, 0, buffer.length) : { bytesRead: 0 }
      const chunk = bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer
      hash.update(chunk)
      remaining -= chunk.length
      yield chunk
    }
  } finally {
    await handle?.close()
  }
  files[name] = { size, sha256: hash.digest('hex') }
}
