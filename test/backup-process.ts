// Takes a backup or restores one in a separate process, for tests that kill it. Its options are JSON in the first
// argument.
import type pg from 'pg'
import { storeWithPrefix } from '#server/backup/backup-store.ts'
import { createEnvelope } from '#server/backup/envelope.ts'
import { folderStore } from '#server/backup/folder-store.ts'
import { restore } from '#server/backup/restore.ts'
import { expireBackups, runBackup } from '#server/backup/run-backup.ts'
import { startWalShipping } from '#server/backup/wal-shipping.ts'
import { type BackupKeys, recipientsOf } from '#server/installation/backup-keys.ts'

export type BackupProcessOptions =
  | {
      kind: 'backup'
      store: string
      keys: BackupKeys
      config: pg.ClientConfig
      cluster: string
      walArchive: string
      keyFile: string
      storageFolder: string
    }
  | { kind: 'restore'; store: string; identity: string; dataFolder: string; to: string }

const options = JSON.parse(process.argv[2]!) as BackupProcessOptions
const store = folderStore(options.store)

if (options.kind === 'restore') {
  const { identity, dataFolder, to } = options
  await restore({ store, identity, dataFolder, to: new Date(to), say() {} })
} else {
  const { keys, config, cluster, walArchive, keyFile, storageFolder } = options
  const own = storeWithPrefix(store, `${keys.installation}/`)
  const envelope = createEnvelope({ recipients: await recipientsOf(keys), identity: keys.machine })
  const wal = startWalShipping({ folder: walArchive, store: own, envelope, log: { warn() {} } })
  const parts = { cluster, keyFile, storageFolder, store: own, envelope, wal, owner: keys.owner }
  await runBackup({ ...parts, connect: () => config })
  await expireBackups(parts, 14)
  await wal.stop()
}
// The process exits when no handle is open.
