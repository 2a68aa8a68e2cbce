// Runs every check, one after another, and ends with one plain line: N passed, N failed. `--quick` leaves out what needs a database or a browser.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { rules } from '../test/spec-rules.ts'

type Count = { passed: number; failed: number }

process.chdir(resolve(import.meta.dirname, '..'))
const quick = process.argv.includes('--quick')
const reports = 'test-results'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports)

const total: Count = { passed: 0, failed: 0 }
const failedSteps: string[] = []

step('types', ['tsc'])
step('lint', ['oxlint', '--type-aware', '--quiet', '.'])
step('format', ['oxfmt', '--check', '.'])
step('unused', ['knip', '--no-progress'])
if (quick)
  step('walls and units', [...vitest('unit', 'vitest.config.ts'), '--exclude=**/*.db.test.ts'], vitestCount('unit'))
else {
  step('walls, unit and database', vitest('unit', 'vitest.config.ts'), vitestCount('unit'))
  step('conformance', vitest('conformance', 'conformance/vitest.config.ts'), vitestCount('conformance'))
  const postgres = systemPostgres()
  step(
    `conformance, two nodes taking turns on ${postgres ?? 'the embedded PostgreSQL: no other one from 15 on was found'}`,
    vitest('conformance-turns', 'conformance/vitest.config.ts'),
    vitestCount('conformance-turns'),
    { CONFORMANCE_BALANCED: '1', ...(postgres && { CONFORMANCE_POSTGRES: postgres }) },
  )
  step('end to end', ['playwright', 'test', '--config', 'e2e/playwright.config.ts'], playwrightCount)
}
const proven = rules.filter(({ proof }) => proof).length
say(`rules of the specification's sections 2 to 9: ${proven} covered, ${rules.length - proven} to come`)
if (failedSteps.length > 0) say(`failed: ${failedSteps.join(', ')}`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A tool that counts nothing itself counts as one check. */
function step(
  name: string,
  command: [string, ...string[]],
  count?: () => Count | undefined,
  env: Record<string, string> = {},
) {
  const started = performance.now()
  const [tool, ...args] = command
  const { status } = spawnSync(`node_modules/.bin/${tool}`, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ok = status === 0
  const counted = count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  total.passed += counted.passed
  total.failed += ok ? counted.failed : Math.max(counted.failed, 1)
  if (!ok) failedSteps.push(name)
  say(`── ${name}: ${ok ? 'ok' : 'FAILED'} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** The programs of the oldest PostgreSQL of this machine that we run on, where Debian puts them. */
function systemPostgres() {
  const majorOf = (bin: string) => Number(bin.split('/')[4])
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((program) => program.replace(/\/postgres$/, ''))
    .filter((bin) => majorOf(bin) >= 15)
    .toSorted((a, b) => majorOf(a) - majorOf(b))[0]
}

function vitest(name: string, config: string): [string, ...string[]] {
  return [
    'vitest',
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reports}/${name}.json`,
  ]
}

function vitestCount(name: string) {
  return () => {
    const report = read<{ numPassedTests: number; numFailedTests: number }>(`${reports}/${name}.json`)
    return report && { passed: report.numPassedTests, failed: report.numFailedTests }
  }
}

function playwrightCount(): Count | undefined {
  const report = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(`${reports}/e2e.json`)
  // Playwright names what passed only when it was told again («flaky») in its own report, which stands above.
  return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
