// npm run restore -- [--to "2026-11-23 14:05"] [--key FILE] [--installation ID]: restores a backup into the empty DATA_DIR, and into the
// empty database of DATABASE_URL.
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { StartupError } from '#lib/startup-error.ts'
import { storeOf } from '#server/backup/backups.ts'
import { BrokenBackup } from '#server/backup/read-archive.ts'
import { restore } from '#server/backup/restore.ts'
import { restoreMoment } from '#server/backup/restore-moment.ts'
import { readConfig } from '#server/config.ts'
import { beginsFromDump, restoreDump } from '#server/dumps/restore-dump.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: { to: { type: 'string' }, key: { type: 'string' }, installation: { type: 'string' } },
})
try {
  const { dataFolder, databaseUrl, backup } = readConfig()
  if (!backup.target) throw new StartupError('BACKUP_URL is not set: it names the place of the backups.')
  const to = values.to === undefined ? undefined : restoreMoment(values.to)
  const identity = await readIdentity(values.key)
  const store = storeOf(backup.target, `${dataFolder}.restoring`)
  const options = { store, identity, dataFolder, to, installation: values.installation, say }
  if (databaseUrl !== undefined || (await beginsFromDump(store, options))) {
    const { takenAt } = await restoreDump({ ...options, databaseUrl })
    say(`Restored into ${dataFolder} and the database, as of ${takenAt}. Start it: npm start`)
  } else {
    const { lastChangeAt } = await restore(options)
    say(
      `Restored into ${dataFolder}. Last change: ${lastChangeAt ?? 'none since the backup was taken'}. Start it: npm start`,
    )
  }
} catch (error) {
  if (!(error instanceof StartupError) && !(error instanceof BrokenBackup)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function readIdentity(file: string | undefined): Promise<string> {
  if (file === undefined) say('The key of the backups (AGE-SECRET-KEY-…), then Enter and Ctrl-D:')
  const input = file === undefined ? await text(process.stdin) : readFileSync(file, 'utf8')
  const key = /AGE-SECRET-KEY-\S+/.exec(input)?.[0]
  if (!key) throw new StartupError('That is no key: it begins with AGE-SECRET-KEY-.')
  return key
}
