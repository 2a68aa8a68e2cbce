// A streaming replica of an embedded PostgreSQL, made from a base backup of the product.
import { spawnSync } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { locateCluster } from '#kernel/postgres/embedded/cluster-location.ts'
import { isRoot, ownerFor } from '#kernel/postgres/embedded/owner.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import { backUpCluster } from '#server/backup/cluster-backup.ts'
import { createEnvelope } from '#server/backup/envelope.ts'
import { folderStore } from '#server/backup/folder-store.ts'
import { readArchive } from '#server/backup/read-archive.ts'
import { makeOwnerKey } from '#server/installation/backup-keys.ts'

type Primary = { socket: string; cluster: string; password: string }

const systemUser = 'postgres'

/** Starts a replica in `folder` that applies each commit after a delay; `restart` starts it again after `stop`. */
export async function streamingReplica(folder: string, { socket, cluster, password }: Primary, delayMs: number) {
  mkdirSync(folder, { mode: 0o711 })
  chmodSync(folder, 0o711)
  const connect = (): pg.ClientConfig => ({ host: socket, user: 'postgres', password, database: 'postgres' })
  const store = folderStore(join(folder, 'backups'))
  mkdirSync(join(folder, 'backups'))
  const { identity, recipient } = await makeOwnerKey()
  const envelope = createEnvelope({ recipients: [recipient], identity })
  const backup = await backUpCluster({ connect, cluster, others: {}, store, envelope })

  const clusterFolder = join(folder, 'cluster')
  const owner = ownerFor(clusterFolder, systemUser)
  const place = locateCluster(clusterFolder, owner, systemUser)
  const target = join(place, 'pg')
  for (const part of ['', ...backup.folders]) mkdirSync(join(target, part), { recursive: true, mode: 0o700 })
  const stored = await store.get(backup.archive)
  await readArchive(await envelope.open(stored!), backup.files, (name, content) =>
    pipeline(Readable.from(content), createWriteStream(join(place, name), { mode: 0o600 })),
  )
  writeFileSync(join(target, 'backup_label'), backup.backupLabel, { mode: 0o600 })
  writeFileSync(join(target, 'standby.signal'), '', { mode: 0o600 })
  if (isRoot()) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, place])

  const start = () =>
    startPostgres({
      folder: clusterFolder,
      password,
      systemUser,
      settings: {
        hot_standby: 'on',
        primary_conninfo: `host=${socket} user=postgres password=${password} dbname=postgres`,
        wal_retrieve_retry_interval: '200ms',
        recovery_min_apply_delay: `${delayMs}ms`,
      },
    })
  let server = await start()
  return {
    /** Unchanged after a restart. */
    socket: server.socket,
    stop: () => server.stop(),
    async restart() {
      server = await start()
    },
  }
}
