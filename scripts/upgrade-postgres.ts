// npm run upgrade-postgres -- [--binaries FOLDER] [--back]: upgrades the embedded database to this release's PostgreSQL, or reverts it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartupError } from '#lib/startup-error.ts'
import { readConfig } from '#server/config.ts'
import { openDataFolder } from '#server/installation/data-folder.ts'
import { openKeys } from '#server/installation/keys.ts'
import { schema } from '#server/migrations.ts'
import { returnToFormer, upgradePostgres } from '#server/upgrade/upgrade-postgres.ts'
import { release } from '#server/version.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({ options: { binaries: { type: 'string' }, back: { type: 'boolean' } } })
try {
  const config = readConfig()
  if (config.databaseUrl) throw new StartupError('DATABASE_URL is set: its PostgreSQL is upgraded where it is managed.')
  openDataFolder(config)
  if (values.back) {
    const { from, to, former } = await returnToFormer(config.dataFolder)
    say(`The database is the one of PostgreSQL ${to} again. Start the release that brings it.`)
    say(`The one of PostgreSQL ${from}, with what was entered since the upgrade: ${former}`)
  } else {
    await upgrade(config)
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function upgrade(config: ReturnType<typeof readConfig>) {
  const { dataFolder } = config
  if (!existsSync(join(dataFolder, 'cluster'))) throw new StartupError(`There is no database in ${dataFolder}.`)
  const began = Date.now()
  const { passwords } = await openKeys(config)
  const upgraded = await upgradePostgres({
    dataFolder,
    passwords,
    schema: { ...schema, version: release },
    binaries: values.binaries,
    say,
  })
  if (!upgraded) return say('The database already has the PostgreSQL of this release.')
  const { from, to, former, tables } = upgraded
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = Math.round((Date.now() - began) / 1000)
  say(`PostgreSQL ${from} → ${to}: ${Object.keys(tables).length} tables with ${rows} rows are equal, in ${seconds} s.`)
  say('Start the service, then take a backup: npm run backup')
  say(`The database before the upgrade is in ${former}. Back to it: npm run upgrade-postgres -- --back`)
  say('Remove that folder when it is not needed any more.')
}
