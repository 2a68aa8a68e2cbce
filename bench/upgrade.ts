// npm run bench -- upgrade [--from 1.0.0] [--contacts 100000]: upgrades a database of a release with a half-sent campaign to this release.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { compareVersions } from '#lib/compare-versions.ts'
import { release } from '#server/version.ts'
import { readFixture } from '../test/release-fixture.ts'
import { rewritten } from '../test/releases/incompatible.ts'
import { startTestServer } from '../test/server.ts'
import { tempFolder } from '../test/temp-folder.ts'
import { measureUpgrade } from './upgrade/measure-upgrade.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: 'string', default: '100000' },
    /** The former release. Default: the latest one with a fixture. */
    from: { type: 'string' },
  },
})
const contacts = Number(values.contacts)
const releases = resolve(import.meta.dirname, '../test/releases')
const found = readdirSync(releases)
  .filter((name) => name.endsWith('.json.zst'))
  .map((name) => name.replace('.json.zst', ''))
  .toSorted(compareVersions)
const fixture = readFixture(join(releases, `${values.from ?? found.at(-1)}.json.zst`))
const folder = tempFolder('maslul-bench-upgrade-')
const server = await startTestServer(folder)
try {
  const login = { host: server.socket, password: server.password, database: 'upgrade' }
  const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
  await admin.connect()
  await admin.query('create database upgrade')
  await admin.end()
  const files = join(folder, 'files')
  mkdirSync(files)
  const report = await measureUpgrade({ login, fixture, contacts, folder: files })
  const expected = rewritten[fixture.version] ?? {}
  const unexpected = Object.entries(report.rewritten).filter(([table, count]) => expected[table] !== count)
  const minutes = (ms: number) => (ms / 60_000).toFixed(2)
  process.stdout.write(
    `${fixture.version} to ${release}, ${contacts} contacts, ${report.rows} rows in ${report.tables} tables
migrated in ${minutes(report.migrationMs)} minutes
rows rewritten: ${JSON.stringify(report.rewritten)}; not listed for this release: ${JSON.stringify(unexpected)}
the other half sent in ${minutes(report.sendingMs)} minutes; the campaign is ${report.status}
sent again ${report.sentAgain.length}, sent twice ${report.sentTwice.length}, not sent ${report.notSent.length}
`,
  )
  const problems = [unexpected, report.sentAgain, report.sentTwice, report.notSent].flat()
  if (problems.length > 0 || report.status !== 'sent') process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
