// Runs all checks and prints one summary line: N passed, N failed. `--quick` skips those that need a database or a browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { libfaketime } from '../e2e/visual/frozen-day.ts'
import { flawOf, type Outcome, playwrightOutcomes, vitestOutcomes } from '../test/proofs.ts'
import { rules } from '../test/spec-rules.ts'
import { systemPostgres } from '../test/system-postgres.ts'

type Count = { passed: number; failed: number }
/** One tool of the run. A tool without a test count counts as one check. */
type Step = {
  name: string
  command: [string, ...string[]]
  count?: () => Count | undefined
  env?: Record<string, string>
  /** Runs at the lowest CPU priority, so that it uses only idle time. */
  isBackground?: boolean
  /** Streams its output. The output of other steps is printed when they finish. */
  isLive?: boolean
}

process.chdir(resolve(import.meta.dirname, '..'))
const quick = process.argv.includes('--quick')
const reports = 'test-results'
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports)
// Many tests start a process of the product, and these processes share the compile cache.
process.env['NODE_COMPILE_CACHE'] ??= resolve(reports, 'compiled')

const total: Count = { passed: 0, failed: 0 }
const failedSteps: string[] = []
/** The last output of a step that failed without a failed test: a check, or an error outside all tests. */
const lastOutputs: string[] = []

const checks: Step[] = [
  { name: 'types', command: ['tsc'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--quiet', '.'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
]
const units = {
  ...vitest('import rules and unit tests', 'unit', 'vitest.config.ts', ['--project=unit*']),
  isLive: true,
}
const unitsAndDatabase = { ...vitest('import rules, unit and database', 'unit', 'vitest.config.ts'), isLive: true }
const postgres = systemPostgres()
const canFreezeTime = postgres !== undefined && existsSync(libfaketime)
const conformance = [
  vitest('conformance', 'conformance', 'conformance/vitest.config.ts'),
  {
    ...vitest(
      `conformance, requests alternating between two nodes on ${postgres ?? 'the embedded PostgreSQL: no other one from 15 on was found'}`,
      'conformance-turns',
      'conformance/vitest.config.ts',
    ),
    env: { CONFORMANCE_BALANCED: '1', ...(postgres && { CONFORMANCE_POSTGRES: postgres }) },
  },
]
const components = {
  ...vitest('components and hooks in Chromium', 'browser', 'vitest.browser.config.ts'),
  isLive: true,
}
const stories: Step = {
  name: 'end to end',
  command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  count: playwrightCount('e2e'),
  isLive: true,
}

const pictures: Step = {
  name: 'pictures of the screens',
  command: ['playwright', 'test', '--config', 'e2e/visual/playwright.config.ts'],
  count: playwrightCount('visual'),
}

// Steps run concurrently, to use idle CPU time. Only one step streams its output at a time.
if (quick) {
  await together(checks.map((check) => [check]))
  await together([[units]])
} else {
  // The database tests leave a sixth of the CPU idle, while they wait for retries, timeouts and killed processes.
  // The checks run one at a time, to limit memory.
  await together([[unitsAndDatabase], checks.map((check) => ({ ...check, isBackground: true }))])
  await together([[components]])
  if (canFreezeTime) await together([conformance, [pictures, stories]])
  else {
    await together([conformance])
    print('── pictures of the screens: not compared, they need libfaketime and a PostgreSQL of the system')
    await together([[stories]])
  }
}
const outcomes = [
  ...['unit', 'browser', 'conformance', 'conformance-turns'].flatMap(readVitestOutcomes),
  ...['e2e', 'visual'].flatMap(readPlaywrightOutcomes),
]
reportProofs()
if (failedSteps.length > 0) print(`failed: ${failedSteps.join(', ')}`)
// Printed last, so that a truncated log still contains them.
for (const { file, title, status, error } of outcomes)
  if (status === 'failed') print([`  ${file}: ${title}`, ...shortened(error)].join('\n    '))
for (const line of lastOutputs) print(line)
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs several sequences of steps concurrently. */
async function together(rows: Step[][]) {
  await Promise.all(
    rows.map(async (row) => {
      for (const step of row) await run(step)
    }),
  )
}

async function run({ name, command: [tool, ...args], count, env, isBackground, isLive }: Step) {
  const started = performance.now()
  const program = `node_modules/.bin/${tool}`
  const child = spawn(isBackground ? 'nice' : program, isBackground ? ['-n', '19', program, ...args] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output.push(piece)
      if (isLive) process.stdout.write(piece)
    })
  const { promise: ended, resolve: end } = Promise.withResolvers<number | null>()
  child.on('error', () => end(null)).on('close', end)
  const ok = (await ended) === 0
  const counted = count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  total.passed += counted.passed
  total.failed += ok ? counted.failed : Math.max(counted.failed, 1)
  if (!ok) failedSteps.push(name)
  if (!ok && (!count || counted.failed === 0))
    lastOutputs.push(`  ${name}:`, ...lastLines(Buffer.concat(output).toString(), 60))
  if (!isLive) process.stdout.write(Buffer.concat(output))
  print(`── ${name}: ${ok ? 'ok' : 'FAILED'} ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function vitest(name: string, report: string, config: string, args: string[] = []): Step {
  const file = `--outputFile.json=${reports}/${report}.json`
  return {
    name,
    command: ['vitest', 'run', '--config', config, '--reporter=default', '--reporter=json', file, ...args],
    count: vitestCount(report),
  }
}

function vitestCount(name: string) {
  return () => {
    const report = read<{ numPassedTests: number; numFailedTests: number }>(`${reports}/${name}.json`)
    return report && { passed: report.numPassedTests, failed: report.numFailedTests }
  }
}

function playwrightCount(name: string) {
  return () => {
    const report = read<{ stats: { expected: number; unexpected: number; flaky: number } }>(`${reports}/${name}.json`)
    // Playwright reports tests that passed on retry («flaky») separately.
    return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  }
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

/**
 * A rule is proven if the reports of this run show that its test passed. A quick run checks only the rules whose tests
 * it ran.
 */
function reportProofs() {
  const judged = rules.flatMap(({ rule, proof }) => (proof && isPartOfRun(proof[0]) ? [{ rule, proof }] : []))
  const flaws = judged.flatMap(({ rule, proof }) => {
    const flaw = flawOf(proof, outcomes)
    return flaw ? [`  ${rule}: ${proof.join(', ')}: ${flaw}`] : []
  })
  const toCome = rules.filter(({ proof }) => !proof).length
  const notRun = rules.length - toCome - judged.length
  const notRunText = notRun > 0 ? `, ${notRun} not run` : ''
  print(
    `rules of the specification: ${judged.length - flaws.length} proven, ${flaws.length} not, ${toCome} to come${notRunText}`,
  )
  if (flaws.length === 0) return
  print(flaws.join('\n'))
  total.failed += flaws.length
  failedSteps.push('proofs of the specification')
}

function isPartOfRun(file: string) {
  return !quick || (/^(src|test)\//.test(file) && !/\.(db|browser)\.test\.tsx?$/.test(file))
}

function readVitestOutcomes(name: string): Outcome[] {
  const report = read<Parameters<typeof vitestOutcomes>[0]>(`${reports}/${name}.json`)
  return report ? vitestOutcomes(report, process.cwd()) : []
}

function readPlaywrightOutcomes(name: string): Outcome[] {
  const report = read<Parameters<typeof playwrightOutcomes>[0]>(`${reports}/${name}.json`)
  return report ? playwrightOutcomes(report, name === 'e2e' ? 'e2e' : `e2e/${name}`) : []
}

function shortened(error = '') {
  return linesOf(error).slice(0, 8)
}

function lastLines(output: string, max: number) {
  return linesOf(output).slice(-max)
}

function linesOf(text: string) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim())
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
