import { expect, test } from 'vitest'
import { filesBelow, text } from './source.ts'
import { rules } from './spec-rules.ts'

test('every proof of a specification rule exists', () => {
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

test('every specification rule has a proof', () => {
  expect(rules.filter(({ proof }) => !proof).map(({ rule }) => rule)).toEqual([])
})

test('no rule is listed twice', () => {
  const texts = rules.map(({ section, rule }) => `${section} ${rule}`)
  expect(texts.length).toBe(new Set(texts).size)
})

/** Compares whole strings: a substring would also match other titles. */
const names = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
