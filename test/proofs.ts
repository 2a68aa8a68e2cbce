// Which specification rules the tests of a run have proven: read from the reports of Vitest and Playwright, never from source code.
import { relative } from 'node:path'
import type { Proof } from './rules/rule.ts'

export type Outcome = { file: string; title: string; status: 'passed' | 'failed' | 'skipped'; error?: string }

type VitestTest = { title: string; status: string; failureMessages?: string[] }
type VitestReport = {
  testResults: { name: string; status?: string; message?: string; assertionResults: VitestTest[] }[]
}
type PlaywrightTest = { status: string; results?: { error?: { message?: string } }[] }
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: PlaywrightTest[] }[]
}

/** Outcomes of Vitest's JSON report. `root` is the project folder. */
export const vitestOutcomes = ({ testResults }: VitestReport, root: string): Outcome[] =>
  testResults.flatMap(({ name, status: fileStatus, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map(({ title, status, failureMessages }): Outcome => ({
      file,
      title,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      ...(failureMessages?.[0] && { error: failureMessages[0] }),
    }))
    // A file can fail outside its tests: an import, a hook.
    const isFailedFile = fileStatus === 'failed' && !tests.some(({ status }) => status === 'failed')
    return isFailedFile ? [...tests, { file, title: 'the file itself', status: 'failed', error: message ?? '' }] : tests
  })

/** Outcomes of Playwright's JSON report, whose files are relative to `folder`. */
export const playwrightOutcomes = ({ suites = [], specs = [] }: PlaywrightSuite, folder: string): Outcome[] => [
  ...specs.map(({ title, file, tests }): Outcome => {
    const error = tests.flatMap(({ results = [] }) => results).find((result) => result.error?.message)?.error?.message
    return { file: `${folder}/${file}`, title, status: resultOf(tests), ...(error && { error }) }
  }),
  ...suites.flatMap((suite) => playwrightOutcomes(suite, folder)),
]

/** A flaky test counts as passed: its retry passed. */
function resultOf(tests: readonly PlaywrightTest[]): Outcome['status'] {
  if (tests.some(({ status }) => status === 'unexpected')) return 'failed'
  return tests.some(({ status }) => status === 'expected' || status === 'flaky') ? 'passed' : 'skipped'
}

/**
 * Why a proof does not hold; undefined if the test ran and passed. A test with several runs counts if one of them passed and none failed.
 * Every row of a parametrised test must have passed.
 */
export function flawOf([file, title]: Proof, outcomes: readonly Outcome[]): string | undefined {
  const pattern = titlePattern(title)
  const found = Map.groupBy(
    outcomes.filter((outcome) => outcome.file === file && pattern.test(outcome.title)),
    (outcome) => outcome.title,
  )
  if (found.size === 0) return 'no such test ran'
  for (const [name, runs] of found) {
    if (runs.some(({ status }) => status === 'failed')) return `failed: ${name}`
    if (!runs.some(({ status }) => status === 'passed')) return `skipped: ${name}`
  }
  return undefined
}

/** Matches the whole title of a test. `%s` and `${…}` match the values of any row. */
export function titlePattern(title: string): RegExp {
  const parts = title.split(/%[sidfjo]|\$\{[^}]*\}|\$\w+/)
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`, 's')
}
