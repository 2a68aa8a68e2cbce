// Identifies the target of the backups, to which the stored state of the backups belongs.
import { createHash } from 'node:crypto'
import type { BackupMode } from '#features/backups/backups.ts'
import type { BackupTarget } from '../config.ts'

type Input = { mode: BackupMode; target: BackupTarget | undefined; installation: string | undefined }

/**
 * Targets with different ids cannot restore each other's backups. The secrets of a bucket are omitted, because they may
 * change.
 */
export function targetIdOf({ mode, target, installation }: Input): string {
  if (!target || installation === undefined) return mode
  const at = 'folder' in target ? [target.folder] : [target.s3.origin, target.s3.bucket, target.s3.prefix]
  return createHash('sha256')
    .update(JSON.stringify([mode, installation, ...at]))
    .digest('hex')
}
