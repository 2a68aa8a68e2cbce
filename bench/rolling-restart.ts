// npm run bench -- rolling-restart [--from 1.0.0] [--writers 8] [--seconds 20] [--port 29500]: restarts two nodes with
// this release one after the other under load. They start with the latest release. If its commit is not in this clone,
// they start with the current code, which proves less.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compareVersions } from '#lib/compare-versions.ts'
import { release } from '#server/version.ts'
import { readFixture } from '../test/release-fixture.ts'
import { measureRollingRestart } from './rolling-restart/measure.ts'
import { writeRelease } from './rolling-restart/release-folder.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    /** The former release, which must have a fixture. Default: the latest. */
    from: { type: 'string' },
    writers: { type: 'string', default: '8' },
    /** Seconds of load before, between and after the restarts. */
    seconds: { type: 'string', default: '20' },
    port: { type: 'string', default: '29500' },
  },
})
const project = resolve(import.meta.dirname, '..')
const releases = join(project, 'test/releases')
const former = readdirSync(releases)
  .filter((name) => name.endsWith('.json.zst'))
  .map((name) => name.replace('.json.zst', ''))
  .filter((version) => (values.from === undefined ? compareVersions(version, release) <= 0 : version === values.from))
  .toSorted(compareVersions)
  .at(-1)
const folder = mkdtempSync(join(tmpdir(), 'maslul-rolling-'))
chmodSync(folder, 0o711)
try {
  const isWritten =
    former !== undefined && writeRelease(readFixture(join(releases, `${former}.json.zst`)).commit, folder)
  const port = Number(values.port)
  // Unreleased code has the version of the latest release, which is not refused.
  const isRefused = isWritten && compareVersions(former, release) < 0
  const report = await measureRollingRestart({
    former: isWritten ? folder : project,
    next: project,
    ports: [port, port + 1],
    writers: Number(values.writers),
    phaseMs: Number(values.seconds) * 1000,
    isRefused,
  })
  process.stdout.write(
    `from ${isWritten ? former : release} to ${release}
writes acknowledged ${report.acknowledged}, lost ${report.lost}, slowest ${Math.round(report.slowestMs)} ms
attempts refused ${report.refused}, cut ${report.cut}; responses other than 201 ${JSON.stringify(report.statuses)}
restarts ${report.restartMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}
${report.refusal}
`,
  )
  const failed = Object.keys(report.statuses).filter((status) => status !== '409')
  if (!isWritten) process.stdout.write('no proof for two versions: the commit of the former one is not in this clone\n')
  if (!isWritten || report.lost > 0 || report.acknowledged === 0 || failed.length > 0) process.exitCode = 1
  if (isRefused && !report.refusal.includes('older release')) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
