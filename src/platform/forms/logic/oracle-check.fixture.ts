// Compares the logic of one random form with the oracle.
import { placedFields } from '../definition/placed-fields.ts'
import { evaluateForm } from './evaluate-form.ts'
import { oracleOf, type Outcome } from './form-oracle.fixture.ts'
import { randomForm } from './random-form.fixture.ts'

const today = '2026-05-15'

export function outcomeOf(seed: number): Outcome {
  const { definition, answers } = randomForm(seed)
  const { path, fields, computed, score, dimensions, ending } = evaluateForm(definition, answers, today)
  return { path, fields: [...fields], computed, score, dimensions, ending: ending.key }
}

/** The difference, if any, and what was compared. */
export function compareWithOracle(seed: number) {
  const { definition, answers } = randomForm(seed)
  const found = outcomeOf(seed)
  const [actual, expected] = [found, oracleOf(definition, answers, today)].map((one) => JSON.stringify(one))
  return {
    difference: actual === expected ? undefined : `seed ${seed}: ${actual}, not ${expected}`,
    fields: placedFields(definition).length,
    shown: found.fields.length,
    pages: definition.pages.length,
    path: found.path.length,
    ending: found.ending,
    computed: Object.values(found.computed).filter((value) => value !== null).length,
  }
}
