// Compares the logic of random forms with its slow reference implementation. Throws at the first difference.
import { compareWithOracle } from '#platform/forms/logic/oracle-check.fixture.ts'

export function compareForms(rounds: number, first: number): { fields: number; hidden: number; seconds: number } {
  const began = performance.now()
  let [fields, hidden] = [0, 0]
  for (let seed = first; seed < first + rounds; seed++) {
    const compared = compareWithOracle(seed)
    if (compared.difference) throw new Error(compared.difference)
    fields += compared.fields
    hidden += compared.fields - compared.shown
  }
  return { fields, hidden, seconds: (performance.now() - began) / 1000 }
}
