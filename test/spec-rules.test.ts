import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pendingRoutes } from './pending-routes.ts'
import { root } from './source.ts'
import { rules } from './spec-rules.ts'

// At the end of a run scripts/test.ts reads from the reports that each named test ran and passed.
test('every proof names a test file', () => {
  expect(rules.filter(({ proof }) => proof && !existsSync(join(root, proof[0]))).map(({ rule }) => rule)).toEqual([])
})

test('only routes that are not implemented yet have no proof', () => {
  const toCome = rules.filter(({ proof }) => !proof).map(({ rule }) => rule)
  expect(toCome.toSorted()).toEqual(pendingRoutes.map((path) => `Address ${path}`).toSorted())
})

test('no rule is listed twice', () => {
  const texts = rules.map(({ section, rule }) => `${section} ${rule}`)
  expect(texts.length).toBe(new Set(texts).size)
})
