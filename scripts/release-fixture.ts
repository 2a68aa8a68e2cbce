// Saves the database of a release as a fixture for upgrade tests: node scripts/release-fixture.ts TAG
// It extracts the files of the tag and starts that release with the demo business on a temporary database.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { readRows, writeFixture } from '../test/release-fixture.ts'
import type { Schema } from '#kernel/postgres/migrate.ts'

const project = resolve(import.meta.dirname, '..')
const [tag] = process.argv.slice(2)
if (!tag) throw new Error('Which release? node scripts/release-fixture.ts TAG')
const commit = execFileSync('git', ['rev-parse', `${tag}^{commit}`], { cwd: project, encoding: 'utf8' }).trim()
const folder = mkdtempSync(join(tmpdir(), 'maslul-release-'))
execFileSync('chmod', ['711', folder])
try {
  const files = execFileSync('git', ['archive', commit, 'src', 'package.json'], { cwd: project, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  // Runs the startup up to the demo data. Pages do not affect the database, so they are not served.
  writeFileSync(
    join(folder, 'start.ts'),
    `import { prepareBusiness } from './src/server/business.ts'
     import { readConfig } from './src/server/config.ts'
     import { openInstallation } from './src/server/installation/installation.ts'
     import { schema } from './src/server/migrations.ts'
     const config = readConfig()
     const installation = await openInstallation(config, schema)
     await prepareBusiness(config, installation)
     process.once('message', () => void installation.running.disposeAsync().then(() => process.exit(0)))
     process.send({ config: installation.connect('postgres'), schema })`,
  )
  const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: join(folder, 'data'), DEMO: '1' }
  const child = fork(join(folder, 'start.ts'), { env, cwd: folder })
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${tag} did not start`))),
  ])) as [{ config: pg.ClientConfig; schema: Schema }]
  const client = new pg.Client(ready.config)
  await client.connect()
  const data = await readRows(client)
  await client.end()
  child.send('stop')
  await once(child, 'exit')

  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const { tables, code } = ready.schema
  const texts = Object.fromEntries(
    [...tables, ...code].map((path) => [path, readFileSync(join(folder, 'src', path), 'utf8')]),
  )
  const path = join(project, `test/releases/${version}.json.zst`)
  writeFixture(path, { version, commit, sql: { tables: [...tables], code: [...code], texts }, ...data })
  const count = Object.values(data.rows).reduce((sum, { values }) => sum + values.length, 0)
  process.stdout.write(`${path}: ${count} rows, ${Math.round(statSync(path).size / 1024)} kB\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
