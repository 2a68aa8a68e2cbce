import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { mutants, nameOf, proofOf } from '../bench/mutants/mutants.ts'
import { text } from './source.ts'

test('every mutant replaces a text that occurs exactly once in its file', () => {
  const wrong = mutants.filter(({ file, find }) => text(file).split(find).length !== 2)
  expect(wrong.map((mutant) => `${mutant.file}: ${nameOf(mutant)}`)).toEqual([])
})

test('every mutant names a rule of the specification that has a proof', () => {
  expect(mutants.filter((mutant) => !proofOf(mutant)).map(nameOf)).toEqual([])
})

// A file that does not load counts as a failed proof.
test('every mutant is syntactically valid', () => {
  const broken = mutants.filter(({ file, find, replace }) => {
    if (!/\.tsx?$/.test(file)) return false
    return (
      parseSync(
        file,
        text(file).replace(find, () => replace),
      ).errors.length > 0
    )
  })
  expect(broken.map(nameOf)).toEqual([])
})
