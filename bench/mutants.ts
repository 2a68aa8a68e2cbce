// Does a test fail for every wrong constant of the specification? Each mutant runs only the proof that its rule names.
// Survivors are listed and end with exit code 1. A judged mutant is not run again until its source or its proof changes.
// `--only TEXT`: mutants whose file or name contains it. `--fresh`: ignores stored verdicts. `--minutes N`: stop after
// N minutes.
import { parseArgs } from 'node:util'
import { mutants, nameOf, proofOf } from './mutants/mutants.ts'
import { openTree } from './mutants/tree.ts'
import { runInBrowser, runInVitest, type Verdict } from './mutants/judge.ts'
import { openVerdicts } from './mutants/verdicts.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '45' },
  },
})
const began = performance.now()
const isOver = () => performance.now() - began > Number(options.minutes) * 60_000
const verdicts = openVerdicts(options.fresh)
const selected = mutants.filter((mutant) => `${mutant.file} ${nameOf(mutant)}`.includes(options.only))
const remaining = selected.filter((mutant) => !verdicts.of(mutant))
print(`${selected.length} mutants, ${selected.length - remaining.length} judged before`)

if (remaining.length > 0) {
  const tree = openTree()
  const note = (mutant: (typeof mutants)[number], verdict: Verdict) => {
    verdicts.add(mutant, verdict)
    print(`${verdict.padEnd(8)} ${nameOf(mutant)}\n         ${proofOf(mutant)!.join(': ')}`)
  }
  const isBrowserTest = (mutant: (typeof mutants)[number]) => proofOf(mutant)![0].startsWith('e2e/')
  await runInVitest(
    tree,
    remaining.filter((mutant) => !isBrowserTest(mutant)),
    note,
    isOver,
  )
  await runInBrowser(tree, remaining.filter(isBrowserTest), note, isOver)
}

const by = Map.groupBy(selected, (mutant): string => verdicts.of(mutant) ?? 'not run')
print(
  `\n${['killed', 'survived', 'invalid', 'not run'].map((verdict) => `${by.get(verdict)?.length ?? 0} ${verdict}`).join(', ')}`,
)
print(`${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
for (const verdict of ['survived', 'invalid', 'not run'])
  for (const mutant of by.get(verdict) ?? []) print(`${verdict}: ${mutant.file}: ${nameOf(mutant)}`)
process.exitCode = by.get('killed')?.length === selected.length ? 0 : 1

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
