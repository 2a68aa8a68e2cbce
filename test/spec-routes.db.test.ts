// Section 2 of the specification: every implemented route responds with its page, its app or its redirect.
import { expect, test } from 'vitest'
import { seedId } from '#lib/seed-id.ts'
import { routes } from '#web/routes.ts'
import { pendingRoutes } from './pending-routes.ts'
import { testSite } from './site-app.ts'
import { specRoutes } from './spec-routes.ts'

const { app, site } = await testSite()
const listed = (await site.pages.list()).map(({ path }) => path)

/** The keys of the demo are stored as hashes, so none is known; an unknown key also has a page. */
const byKey = '/plf/:launchId/t/:token'

test(`${byKey} is answered`, async () => {
  const { statusCode, body } = await app.inject({ url: `/plf/${seedId(110, 1)}/t/unknown` })
  expect(statusCode).toBe(404)
  expect(body).toMatch(/<h1[ >]/)
})

test.each(specRoutes.filter((path) => !pendingRoutes.includes(path) && path !== byKey))(
  '%s is answered',
  async (path) => {
    const { statusCode, headers, body } = await app.inject({ url: sampleOf(path) })
    if (statusCode >= 300) return expect([301, 302]).toContain(statusCode)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(body).toMatch(isApp(path) ? /data-shell="app"/ : /<h1[ >]/)
  },
)

const isApp = (path: string) =>
  routes.some(
    (route) =>
      route.shell === 'app' && (route.path === path || (route.path === '/admin/*' && path.startsWith('/admin/'))),
  )

/** Pages that are reached by links only. */
const unlisted: Record<string, string> = {
  '/form/:formId': '/form/hekerut',
  '/plf/:launchId/landing': `/plf/${seedId(110, 1)}/landing`,
  '/plf/:launchId/watch/:participantId': `/plf/${seedId(110, 1)}/watch/${seedId(112, 1)}`,
  '/webinar/:id/replay': '/webinar/takziv-she-mahzik/replay',
  '/webinar/:id/live': '/webinar/takziv-she-mahzik/live',
  '/webinar/watch/:webinarId': '/webinar/watch/takziv-she-mahzik',
}

/** A path of the demo business that matches a pattern. */
function sampleOf(pattern: string): string {
  if (!/[:*]/.test(pattern)) return pattern
  if (unlisted[pattern]) return unlisted[pattern]
  const form = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`)
  const isFixed = (path: string) => specRoutes.some((route) => route === path)
  return listed.find((path) => form.test(path) && !isFixed(path)) ?? pattern.replace('*', 'contacts')
}
