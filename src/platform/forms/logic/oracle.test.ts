import { expect, test } from 'vitest'
import { checkDefinition } from '../definition/check-definition.ts'
import { readDefinition } from '../definition/read-definition.ts'
import { compareWithOracle } from './oracle-check.fixture.ts'
import { randomForm } from './random-form.fixture.ts'

test('pages, fields, values, scores and endings equal those of the reference implementation, for random forms', () => {
  const seen = { hidden: 0, jumped: 0, endings: new Set<string>(), computed: 0 }
  for (let seed = 1; seed <= 300; seed++) {
    const { difference, fields, shown, pages, path, ending, computed } = compareWithOracle(seed)
    expect(difference).toBeUndefined()
    seen.hidden += fields - shown
    seen.jumped += pages - path
    seen.endings.add(ending)
    seen.computed += computed
  }
  expect(Math.min(seen.hidden, seen.jumped, seen.computed)).toBeGreaterThan(100)
  expect(seen.endings.size).toBe(4)
})

test('the random forms are valid', () => {
  const codes = Array.from({ length: 100 }, (_, seed) => checkDefinition(randomForm(seed).definition))
    .flat()
    .filter(({ code }) => code !== 'no_fields')
  expect(codes).toEqual([])
  const { definition } = randomForm(7)
  expect(readDefinition(JSON.parse(JSON.stringify(definition)))).toEqual({ definition })
})
