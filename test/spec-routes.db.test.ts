// spec §2: every address that the product has is answered with its page, its app or its redirect.
import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { pendingRoutes } from './pending-routes.ts'
import { testSite } from './site-app.ts'
import { specRoutes } from './spec-routes.ts'

const { app, site } = await testSite()
const listed = (await site.pages.list()).map(({ path }) => path)

test.each(specRoutes.filter((path) => !pendingRoutes.includes(path)))('%s is answered', async (path) => {
  const { statusCode, headers, body } = await app.inject({ url: sampleOf(path) })
  if (statusCode >= 300) return expect([301, 302]).toContain(statusCode)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(body).toMatch(isApp(path) ? /data-shell="app"/ : /<h1[ >]/)
})

const isApp = (path: string) =>
  routes.some(
    (route) =>
      route.shell === 'app' && (route.path === path || (route.path === '/admin/*' && path.startsWith('/admin/'))),
  )

/** Pages that are found by their links only. */
const unlisted: Record<string, string> = { '/form/:formId': '/form/hekerut' }

/** A path of the demo business for a pattern. */
function sampleOf(pattern: string): string {
  if (!/[:*]/.test(pattern)) return pattern
  if (unlisted[pattern]) return unlisted[pattern]
  const form = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
  const isFixed = (path: string) => specRoutes.some((route) => route === path)
  return listed.find((path) => form.test(path) && !isFixed(path)) ?? pattern.replace('*', 'contacts')
}
