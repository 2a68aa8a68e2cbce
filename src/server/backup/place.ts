// The identity of a place of backups: what a state of the backups belongs to.
import { createHash } from 'node:crypto'
import type { BackupMode } from '#features/backups/backups.ts'
import type { BackupTarget } from '../config.ts'

type Place = { mode: BackupMode; target: BackupTarget | undefined; installation: string | undefined }

/** Differs where a backup elsewhere restores nothing. Without the secrets of a bucket, which may change. */
export function placeOf({ mode, target, installation }: Place): string {
  if (!target || installation === undefined) return mode
  const at = 'folder' in target ? [target.folder] : [target.s3.origin, target.s3.bucket, target.s3.prefix]
  return createHash('sha256')
    .update(JSON.stringify([mode, installation, ...at]))
    .digest('hex')
}
