import { matchPath, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { appRoutes } from '#web/app-routes.tsx'
import { routes } from '#web/routes.ts'
import { clientScreens, ownerScreens, publicScreens } from '../e2e/visual/screens.ts'

const pictured = [...publicScreens, ...ownerScreens, ...clientScreens].map((path) => path.replace(/\?.*$/, ''))

/**
 * Screens without a screenshot: the demo has no row for them, or they only redirect. The tabs of the portal repeat the cards of its home.
 */
const unpictured = [
  '/auth/google/callback',
  '/crm/contacts/import/:importId',
  '/admin/component-templates/:templateId',
  '/crm/email/sequences/:sequenceId',
  // Parts of the contact's record, and threads that the demo does not have.
  '/crm/clients/:contactId',
  '/crm/clients/:contactId/notes/:noteId',
  '/crm/clients/:contactId/preview',
  '/crm/clients/:contactId/signatures/:requestId',
  '/crm/inbox',
  // The URL contains a number that differs in every installation.
  '/crm/lead-magnets/:magnetId',
  // A draft exists only after a click.
  '/crm/process-templates/:templateId',
  // These screens show dates relative to today.
  '/crm/launches',
  '/crm/launches/:launchId',
  // These screens show dates relative to the day of the demo.
  '/admin/webinars',
  '/admin/webinars/:webinarId',
  '/admin/webinars/:webinarId/report',
  '/admin/webinars/:webinarId/sessions/:sessionId',
  '/admin/webinar-templates',
  '/admin/webinar-templates/:templateId',
]

function pathsOf(branches: RouteObject[], above = ''): string[] {
  return branches.flatMap(({ path = '', index, children }) => {
    const whole = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/')
    if (children) return pathsOf(children, whole)
    return index || path ? [whole] : []
  })
}

test('every screen of the app has a screenshot', () => {
  const screens = pathsOf(appRoutes).filter(
    (path) => !path.endsWith('*') && !unpictured.includes(path) && !path.startsWith('/client-portal/'),
  )
  expect(screens.length).toBeGreaterThan(40)
  expect(screens.filter((path) => !pictured.some((shown) => matchPath(path, shown)))).toEqual([])
})

test('every public page has a screenshot', () => {
  const pages = routes.filter((route) => route.shell === 'site').map((route) => route.path)
  expect(pages.filter((path) => !pictured.some((shown) => matchPath(path, shown)))).toEqual([])
})
