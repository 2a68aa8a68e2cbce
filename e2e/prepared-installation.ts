import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** This folder exists once it is complete. */
export const preparedFolder = () => join(process.env['E2E_PREPARED_DIR']!, 'data')

/**
 * Copies the data folder of a stopped installation with the demo, including keys and logins. Starting it takes a third
 * of the time of a first start. Tests of a first start create their own.
 */
export function copyInstallation(folder: string) {
  // A symlink points to a cluster outside, which the copies would share: each server then creates its own.
  if (lstatSync(join(preparedFolder(), 'cluster')).isSymbolicLink()) return
  mkdirSync(folder, { recursive: true })
  // Preserves file owners: under root the database runs as another user.
  execFileSync('cp', ['-a', `${preparedFolder()}/.`, folder])
}
