import { expect, test } from 'vitest'
import { flawOf, type Outcome, playwrightOutcomes, vitestOutcomes } from './proofs.ts'

const at = (title: string, status: Outcome['status']): Outcome => ({ file: 'a.test.ts', title, status })

test('a proof holds only if the named test ran and passed', () => {
  expect(flawOf(['a.test.ts', 'it counts'], [at('it counts', 'passed')])).toBeUndefined()
  expect(flawOf(['a.test.ts', 'it counts'], [at('it counts', 'skipped')])).toBe('skipped: it counts')
  expect(flawOf(['a.test.ts', 'it counts'], [at('it counts', 'failed')])).toBe('failed: it counts')
  expect(flawOf(['a.test.ts', 'it counts'], [at('it counts twice', 'passed')])).toBe('no such test ran')
  expect(flawOf(['b.test.ts', 'it counts'], [at('it counts', 'passed')])).toBe('no such test ran')
})

test('every row of a parametrised test has to pass', () => {
  const rows = [at('3 (of 4) is refused', 'passed'), at('5 (of 4) is refused', 'passed')]
  expect(flawOf(['a.test.ts', '%i (of 4) is refused'], rows)).toBeUndefined()
  expect(flawOf(['a.test.ts', '%i (of 4) is refused'], [...rows, at('6 (of 4) is refused', 'skipped')])).toBe(
    'skipped: 6 (of 4) is refused',
  )
  expect(flawOf(['a.test.ts', '${n} (of 4) is refused'], rows)).toBeUndefined()
})

test('if a test has two runs, one may be skipped, and none may fail', () => {
  const proof = ['a.test.ts', 'it counts'] as const
  expect(flawOf(proof, [at('it counts', 'skipped'), at('it counts', 'passed')])).toBeUndefined()
  expect(flawOf(proof, [at('it counts', 'failed'), at('it counts', 'passed')])).toBe('failed: it counts')
})

test('outcomes are read from the report of Vitest', () => {
  const report = {
    testResults: [
      {
        name: '/project/src/a.test.ts',
        assertionResults: [
          { title: 'one', status: 'passed' },
          { title: 'two', status: 'pending' },
          { title: 'three', status: 'todo' },
          { title: 'four', status: 'failed' },
        ],
      },
    ],
  }
  expect(vitestOutcomes(report, '/project')).toEqual([
    { file: 'src/a.test.ts', title: 'one', status: 'passed' },
    { file: 'src/a.test.ts', title: 'two', status: 'skipped' },
    { file: 'src/a.test.ts', title: 'three', status: 'skipped' },
    { file: 'src/a.test.ts', title: 'four', status: 'failed' },
  ])
})

test('outcomes are read from the report of Playwright, described groups included', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] })
  const report = {
    suites: [
      { specs: [spec('one', 'expected'), spec('two', 'flaky')], suites: [{ specs: [spec('three', 'skipped')] }] },
      { specs: [spec('four', 'unexpected')] },
    ],
  }
  expect(playwrightOutcomes(report, 'e2e').map(({ file, title, status }) => [file, title, status])).toEqual([
    ['e2e/a.spec.ts', 'one', 'passed'],
    ['e2e/a.spec.ts', 'two', 'passed'],
    ['e2e/a.spec.ts', 'three', 'skipped'],
    ['e2e/a.spec.ts', 'four', 'failed'],
  ])
})

test('a file that failed outside its tests is reported as an outcome, with its error', () => {
  const name = '/project/src/a.test.ts'
  const assertionResults = [{ title: 'one', status: 'passed' }]
  const report = { testResults: [{ name, status: 'failed', message: 'no such module', assertionResults }] }
  expect(vitestOutcomes(report, '/project').filter(({ status }) => status === 'failed')).toEqual([
    { file: 'src/a.test.ts', title: 'the file itself', status: 'failed', error: 'no such module' },
  ])
})
