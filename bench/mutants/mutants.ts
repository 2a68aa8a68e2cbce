import { rules } from '../../test/spec-rules.ts'
import type { Proof } from '../../test/rules/rule.ts'
import type { Mutant } from './mutant.ts'
import { states } from './section-4.ts'
import { validation } from './section-5.ts'
import { calls } from './section-7.ts'
import { errors } from './section-8.ts'
import { limits } from './section-9.ts'

/** Every constant of the specification's sections 4 to 9 in our source, changed once. */
export const mutants: readonly Mutant[] = [...states, ...validation, ...calls, ...errors, ...limits]

/** The proof that the mutant's rule names; undefined if there is no such rule. */
export const proofOf = ({ section, rule }: Mutant): Proof | undefined =>
  rules.find((one) => one.section === section && one.rule === rule)?.proof

export const nameOf = ({ rule, find, replace }: Mutant) => `${rule}: ${find.trim()} → ${replace.trim() || 'nothing'}`
