import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Exists once it is complete. */
export const preparedFolder = () => join(process.env['E2E_PREPARED_DIR']!, 'data')

/**
 * Copies the data folder of a stopped installation with the demo, keys and logins included: a start on it takes a third of a first one.
 * Stories about a first start make their own.
 */
export function copyInstallation(folder: string) {
  // A link leads to a cluster outside, which the copies would share: each server then makes its own.
  if (lstatSync(join(preparedFolder(), 'cluster')).isSymbolicLink()) return
  mkdirSync(folder, { recursive: true })
  // With owners: under root the database runs as another user.
  execFileSync('cp', ['-a', `${preparedFolder()}/.`, folder])
}
