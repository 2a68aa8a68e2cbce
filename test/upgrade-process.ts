// Upgrades the PostgreSQL of a kernel's data folder in a separate process, for tests that kill it. Its options are JSON
// in the first argument.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { kernelSchema as schema } from '#kernel/migrations.ts'
import type { Passwords } from '#kernel/postgres/logins.ts'
import { killAt, type StatementStep } from './kill-at.ts'

export type UpgradeProcessOptions = {
  dataFolder: string
  passwords: Passwords
  binaries: string
  kill: { statement: StatementStep } | { afterRenameOf: string }
}

const { kill, ...options } = JSON.parse(process.argv[2]!) as UpgradeProcessOptions
if ('statement' in kill) killAt(kill.statement)
else {
  const rename = fs.renameSync
  Reflect.set(fs, 'renameSync', (from: string, to: string) => {
    rename(from, to)
    if (from.endsWith(kill.afterRenameOf)) process.kill(process.pid, 'SIGKILL')
  })
  syncBuiltinESMExports()
}
// Imported after renameSync is patched, because its modules import renameSync.
const { upgradePostgres } = await import('#server/upgrade/upgrade-postgres.ts')
await upgradePostgres({ ...options, schema, say() {} })
