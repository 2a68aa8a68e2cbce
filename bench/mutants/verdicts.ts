import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Verdict } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { proofOf } from './mutants.ts'

const project = resolve(import.meta.dirname, '../..')
const folder = join(tmpdir(), 'maslul-mutants')
const file = join(folder, 'verdicts.json')

/** Verdicts on disk, so that an interrupted run continues. Each is valid as long as the mutated file and the proof's file stay the same. */
export function openVerdicts(isFresh: boolean) {
  const known = new Map<string, Verdict>(isFresh ? [] : read())
  return {
    of: (mutant: Mutant) => known.get(keyOf(mutant)),
    add(mutant: Mutant, verdict: Verdict) {
      known.set(keyOf(mutant), verdict)
      // Not stored: an invalid proof may be fixed in another file.
      const lasting = [...known].filter(([, one]) => one !== 'invalid')
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, JSON.stringify(lasting))
    },
  }
}

function read(): [string, Verdict][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Verdict][]
  } catch {
    return []
  }
}

function keyOf(mutant: Mutant) {
  const proof = proofOf(mutant)!
  const texts = [mutant.file, proof[0]].map((path) => readFileSync(join(project, path), 'utf8'))
  return createHash('sha256')
    .update(JSON.stringify([mutant, proof, ...texts]))
    .digest('hex')
}
