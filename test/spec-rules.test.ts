import { expect, test } from 'vitest'
import { filesBelow, text } from './source.ts'
import { rules } from './spec-rules.ts'

test('every rule of the specification that names a proof is proven where it says', () => {
  const files = new Set([
    ...filesBelow('src'),
    ...filesBelow('test'),
    ...filesBelow('e2e'),
    ...filesBelow('conformance'),
  ])
  const missing = rules.flatMap(({ rule, proof }) => {
    if (!proof) return []
    const [file, title] = proof
    return files.has(file) && names(text(file), title) ? [] : [`${rule} → ${file}: ${title}`]
  })
  expect(missing).toEqual([])
})

test('no rule of the specification is without its proof', () => {
  expect(rules.filter(({ proof }) => !proof).map(({ rule }) => rule)).toEqual([])
})

test('no rule stands twice', () => {
  const texts = rules.map(({ section, rule }) => `${section} ${rule}`)
  expect(texts.length).toBe(new Set(texts).size)
})

/** As a whole text of its own: a piece of a title would be found in many that prove something else. */
const names = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
