// npm run backup-key: generates the key for restoring backups, prints it once, and starts a new series of backups.
import { readConfig } from '#server/config.ts'
import { makeOwnerKey, readBackupKeys, writeBackupKeys } from '#server/installation/backup-keys.ts'
import { openDataFolder } from '#server/installation/data-folder.ts'
import { StartupError } from '#lib/startup-error.ts'

try {
  const config = readConfig()
  openDataFolder(config)
  if (readBackupKeys(config.dataFolder) && !process.argv.includes('--replace'))
    throw new StartupError(
      'There is a key already. With --replace a new one is made: later backups open with it, earlier ones with the former one.',
    )
  const { identity, recipient } = await makeOwnerKey()
  await writeBackupKeys(config.dataFolder, recipient)
  process.stdout.write(
    `${identity}\n\nThis key opens the backups. It is not stored anywhere: print it, or put it into a password manager, away from this machine.\n` +
      'With it everything can be read; without it no backup can be restored. Restart the server now.\n',
  )
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
