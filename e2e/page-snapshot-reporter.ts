import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const SHOWN = 2
const LINES = 80
/** Landmarks that are long and the same on every page. */
const contents = /^ *- (?:\/url|link|list|navigation|cell|row|table|img|figure|group|term|definition)\b/

/**
 * Prints the end of the page's accessibility tree at a failure, also for a test that passed on retry. Of a run on
 * another machine only the log is available.
 */
export default class PageSnapshotReporter implements Reporter {
  readonly #failures: string[] = []

  onTestEnd(test: TestCase, { status, attachments }: TestResult) {
    if (status === 'passed' || status === 'skipped') return
    const path = attachments.find(({ name }) => name === 'error-context')?.path
    const tree = path && /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8'))?.[1]
    const lines = tree?.split('\n').filter((line) => line && !contents.test(line))
    if (lines) this.#failures.push(`${test.title}\n${lines.slice(-LINES).join('\n')}`)
  }

  onEnd() {
    for (const failure of this.#failures.slice(0, SHOWN))
      process.stdout.write(`\nThe page when it failed: ${failure}\n`)
  }

  printsToStdio() {
    return false
  }
}
