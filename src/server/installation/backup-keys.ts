// DATA_DIR/backup.json: the name of this installation's backups, and their encryption keys.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { StartupError } from '#lib/startup-error.ts'

const BackupKeys = z.object({
  /** Folder in the store. A restored installation has another one, so that two never write to the same archive. */
  installation: z.uuid(),
  /** The owner's public key. Only the owner has the private key. */
  owner: z.string().startsWith('age1'),
  /** The machine's own private key, for verifying backups. */
  machine: z.string().startsWith('AGE-SECRET-KEY-'),
})
export type BackupKeys = z.infer<typeof BackupKeys>

const fileIn = (dataFolder: string) => join(dataFolder, 'backup.json')

/** Undefined until the owner has generated a key. */
export function readBackupKeys(dataFolder: string): BackupKeys | undefined {
  const file = fileIn(dataFolder)
  if (!existsSync(file)) return undefined
  try {
    return BackupKeys.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartupError(`${file} is damaged. Remove it and make a new key: npm run backup-key`, { cause: error })
  }
}

/** Starts a new backup series for the owner's public key. */
export async function writeBackupKeys(dataFolder: string, owner: string): Promise<BackupKeys> {
  const keys = { installation: randomUUID(), owner, machine: await generateIdentity() }
  const file = fileIn(dataFolder)
  writeFileSync(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return keys
}

/** Generates a private key for the owner and its public key. */
export async function makeOwnerKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The public keys of all recipients that backups are encrypted for. */
export const recipientsOf = async ({ owner, machine }: BackupKeys) => [owner, await identityToRecipient(machine)]
