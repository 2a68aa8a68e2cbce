import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { pendingRoutes } from './pending-routes.ts'
import { root } from './source.ts'
import { specRoutes } from './spec-routes.ts'

const standing = routes.map((route) => route.path)

test('every specified route is in the sitemap or pending', () => {
  expect(specRoutes.filter((path) => !standing.includes(path) && !pendingRoutes.includes(path))).toEqual([])
})

test('an implemented route is not pending', () => {
  expect(
    pendingRoutes.filter((path) => standing.includes(path)),
    'take it out of test/pending-routes.ts',
  ).toEqual([])
})

test('routes are unique, and every page has its file', () => {
  expect(new Set(standing).size).toBe(standing.length)
  expect(routes.filter((route) => 'file' in route && !existsSync(join(root, route.file)))).toEqual([])
})
