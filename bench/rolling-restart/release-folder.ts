// The program of an earlier release: its files from git, with the installed packages and pages built from them.
import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')

/** Writes the files of a commit into an empty folder and builds its pages. False if this clone lacks the commit. */
export function writeRelease(commit: string, folder: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: project, stdio: 'ignore' })
  } catch {
    return false
  }
  const files = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const vite = join(project, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'error'], { cwd: folder, env })
  return existsSync(join(folder, 'dist'))
}
