import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { flawOf, type Outcome, playwrightOutcomes, titlePattern, vitestOutcomes } from '../../test/proofs.ts'
import type { Proof } from '../../test/rules/rule.ts'
import type { Mutant } from './mutant.ts'
import { proofOf } from './mutants.ts'
import type { Tree } from './tree.ts'

/** Killed: the proof failed, or its file does not load with the mutant. Invalid: it does not pass without the mutant either. */
export type Verdict = 'killed' | 'survived' | 'invalid'
type Note = (mutant: Mutant, verdict: Verdict) => void
type Read<Report> = (report: Report) => Outcome[]

/** One run per mutant, after one run of every proof without a mutant. */
export async function runInVitest(tree: Tree, mutants: readonly Mutant[], note: Note, isOver: () => boolean) {
  const sound = new Map<string, boolean>()
  for (const [config, of] of Map.groupBy(mutants, (mutant) => configOf(proofOf(mutant)![0]))) {
    const proofs = of.map((mutant) => proofOf(mutant)!)
    const outcomes = await runVitest(tree, config, [...new Set(proofs.map(([file]) => file))])
    for (const proof of proofs) sound.set(proof.join(), flawOf(proof, outcomes) === undefined)
  }
  for (const mutant of mutants) {
    if (isOver()) return
    const proof = proofOf(mutant)!
    if (!sound.get(proof.join())) {
      note(mutant, 'invalid')
      continue
    }
    const restore = tree.apply([mutant])
    const outcomes = await runVitest(tree, configOf(proof[0]), [proof[0]], proof[1])
    restore()
    note(mutant, verdictOf(proof, outcomes))
  }
}

/**
 * Mutants of different rules share a build, because a build takes longer than most proofs. In each batch, all proofs are in different
 * files, and so are all mutants.
 */
export async function runInBrowser(tree: Tree, mutants: readonly Mutant[], note: Note, isOver: () => boolean) {
  if (mutants.length === 0) return
  const proofs = mutants.map((mutant) => proofOf(mutant)!)
  const unchanged = await runStories(tree, proofs)
  for (const batch of batchesOf(mutants)) {
    if (isOver()) return
    const restore = tree.apply(batch)
    const outcomes = await runStories(
      tree,
      batch.map((mutant) => proofOf(mutant)!),
    )
    restore()
    for (const mutant of batch) {
      const proof = proofOf(mutant)!
      note(mutant, flawOf(proof, unchanged) ? 'invalid' : verdictOf(proof, outcomes))
    }
  }
}

function batchesOf(mutants: readonly Mutant[]): Mutant[][] {
  const batches: Mutant[][] = []
  for (const mutant of mutants) {
    const file = proofOf(mutant)![0]
    const free = batches.find((batch) =>
      batch.every((other) => proofOf(other)![0] !== file && other.file !== mutant.file),
    )
    if (free) free.push(mutant)
    else batches.push([mutant])
  }
  return batches
}

function verdictOf(proof: Proof, outcomes: readonly Outcome[]): Verdict {
  return flawOf(proof, outcomes) ? 'killed' : 'survived'
}

/** Runs without a database if the proof needs none: starting one takes longer than the proof. */
function configOf(file: string) {
  if (file.startsWith('conformance/')) return 'conformance/vitest.config.ts'
  return file.endsWith('.db.test.ts') ? 'vitest.config.ts' : 'bench/mutants/vitest.config.ts'
}

async function runVitest(tree: Tree, config: string, files: readonly string[], title?: string): Promise<Outcome[]> {
  const report = join(tree.root, 'vitest.json')
  const only = title ? ['--testNamePattern', titlePattern(title).source] : []
  await run(tree, ['vitest', 'run', '--config', config, ...files, ...only, '--reporter=json', `--outputFile=${report}`])
  return readReport(report, (found: Parameters<typeof vitestOutcomes>[0]) => vitestOutcomes(found, tree.root))
}

async function runStories(tree: Tree, proofs: readonly Proof[]): Promise<Outcome[]> {
  await run(tree, ['vite', 'build', '--app', '--logLevel', 'error'], { NODE_ENV: 'production' })
  const titles = [...new Set(proofs.map(([, title]) => title))].map((title) => titlePattern(title).source.slice(1, -1))
  const files = [...new Set(proofs.map(([file]) => file.slice('e2e/'.length)))]
  await run(tree, [
    'playwright',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--retries=0',
    '--grep',
    `(${titles.join('|')})$`,
    ...files,
  ])
  return readReport(join(tree.root, 'test-results/e2e.json'), (found: Parameters<typeof playwrightOutcomes>[0]) =>
    playwrightOutcomes(found, 'e2e'),
  )
}

/** An older report is deleted before a run: a run that crashes writes none. */
function readReport<Report>(file: string, outcomesOf: Read<Report>): Outcome[] {
  if (!existsSync(file)) return []
  const found = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(file)
  return outcomesOf(found)
}

async function run(tree: Tree, [tool, ...args]: string[], env: Record<string, string> = {}) {
  const child = spawn(join(tree.root, 'node_modules/.bin', tool!), args, {
    cwd: tree.root,
    // Tools start `node` by name: the project's version is put first in PATH.
    env: { ...process.env, ...env, PATH: `${join(tree.root, 'node_modules/.bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'ignore', process.env['VERBOSE'] ? 'inherit' : 'ignore'],
  })
  await once(child, 'close')
}
