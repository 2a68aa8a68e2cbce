// npm run rehearse-restore -- [--key FILE] [--installation ID]: verifies the newest backup by a temporary restore.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#client/database.types.ts'
import { StartupError } from '#lib/startup-error.ts'
import { storeOf } from '#server/backup/backups.ts'
import { type ComparedTable, type Rehearsal, rehearse } from '#server/backup/rehearse.ts'
import { readConfig } from '#server/config.ts'
import { rehearseDump } from '#server/dumps/rehearse-dump.ts'
import { beginsFromDump } from '#server/dumps/restore-dump.ts'
import { readBackupKeys } from '#server/installation/backup-keys.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { key: { type: 'string' }, installation: { type: 'string' } } })
const prefix = 'maslul-rehearsal-'
const shownDifferences = 20

const { dataFolder, databaseUrl, backup, localUrl } = readConfig()
const base = join(tmpdir(), `${prefix}${process.pid}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    rmSync(base, { recursive: true, force: true })
    process.exit(130)
  })
try {
  if (!backup.target) throw new StartupError('BACKUP_URL is not set: it names the place of the backups.')
  const keys = readBackupKeys(dataFolder)
  const identity = values.key === undefined ? keys?.machine : ownerKey(values.key)
  if (!identity) throw new StartupError('This machine has no key of the backups: name a file with --key.')
  removeLeftovers()
  mkdirSync(base)
  // The system user of the database needs traverse permission on the folder.
  chmodSync(base, 0o711)
  const store = storeOf(backup.target, base)
  const installation = values.installation ?? keys?.installation
  const isDump = databaseUrl !== undefined || (await beginsFromDump(store, { installation }))
  const outcome = await (isDump ? rehearseDump : rehearse)({
    store,
    identity,
    installation,
    folder: join(base, 'data'),
    say,
  })
  if (outcome.tables.length > 0) say(tableOf(outcome.tables))
  say(
    outcome.fault === undefined
      ? `The backup of ${outcome.backupAt} is good: ${outcome.tables.length} tables and ${outcome.files} files are equal.`
      : `The backup${outcome.backupAt ? ` of ${outcome.backupAt}` : ''} is not good. ${outcome.reason}`,
  )
  say(await record(outcome))
  if (outcome.fault !== undefined) process.exitCode = 1
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

function ownerKey(file: string): string {
  const key = /AGE-SECRET-KEY-\S+/.exec(readFileSync(file, 'utf8'))?.[0]
  if (!key) throw new StartupError('That is no key: it begins with AGE-SECRET-KEY-.')
  return key
}

/** Deletes the folders of killed rehearsals. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix)))
    if (!existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

function tableOf(tables: readonly ComparedTable[]): string {
  const width = Math.max(...tables.map(({ name }) => name.length))
  const count = (rows: number | undefined) => String(rows ?? '–').padStart(10)
  const line = ({ name, expected, restored, isSame }: ComparedTable) =>
    `${name.padEnd(width)} ${count(expected)} ${count(restored)}  ${isSame ? 'equal' : 'DIFFERENT'}`
  return [`${'table'.padEnd(width)} ${'backed up'.padStart(10)} ${'restored'.padStart(10)}`, ...tables.map(line)].join(
    '\n',
  )
}

/** Records the result in the running installation, for its backup settings. */
async function record({ backupAt, tables, files, fault, differences }: Rehearsal): Promise<string> {
  const keyFile = join(dataFolder, 'api-keys.json')
  if (!existsSync(keyFile)) return 'Not recorded: no installation runs from this DATA_DIR.'
  const { serviceRoleKey } = JSON.parse(readFileSync(keyFile, 'utf8')) as { serviceRoleKey: string }
  const { error } = await createClient<Database>(localUrl, serviceRoleKey)
    .from('backup_rehearsals')
    .insert({
      backup_at: backupAt ?? null,
      tables: tables.length,
      files,
      fault: fault ?? null,
      differences: differences.slice(0, shownDifferences),
    })
  return error ? `Not recorded: the server at ${localUrl} does not answer.` : 'Recorded: see /crm/settings?tab=backup.'
}
