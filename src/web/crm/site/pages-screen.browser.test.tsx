import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { OpenSiteDialog } from './open-site-dialog.tsx'

const pages = page.getByRole('region', { name: 'העמודים של האתר' })
const listed = (path: string, label: string) => ({
  path,
  label,
  position: 1,
  version: 1,
  published_version_id: null,
  published_at: null,
  published_by: null,
  newest_id: path,
  newest_at: '2026-11-20T08:00:00Z',
  newest_by: null,
  newest_is_planted: true,
  is_own: false,
  layout: 'site' as const,
  publish_at: null,
  scheduled_version_id: null,
})

test('each page links to its editor', async () => {
  const { router } = await openScreen('/crm/site', 'content')
  const link = pages.getByRole('link', { name: 'אודות', exact: true })
  await link.click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/site/pages/about')
})

test.each<[Role, boolean]>([
  ['admin', true],
  ['content', false],
])('the block library is offered to %s: %s', async (role, isOffered) => {
  await openScreen('/crm/site', role)
  await expect.element(pages).toBeVisible()
  expect(page.getByRole('link', { name: 'ספריית המקטעים' }).query() !== null).toBe(isOffered)
})

test('the tabs of the site section have URLs', async () => {
  const { router } = await openScreen('/crm/site', 'content')
  const tabs = page.getByRole('navigation', { name: 'תוכן האתר' })
  await tabs.getByRole('link', { name: 'מספרים' }).click()
  await expect.element(tabs.getByRole('link', { name: 'מספרים' })).toHaveAttribute('aria-current', 'page')
  await expect.element(tabs.getByRole('link', { name: 'עמודים' })).not.toHaveAttribute('aria-current')
  expect(router.state.location.pathname).toBe('/crm/site/figures')
})

test('publishing the site requires a page, and a failed request keeps the selection', async () => {
  let isClosed = false
  const shown = [listed('/*', 'סביב כל העמודים'), listed('/', 'דף הבית'), listed('/about', 'אודות')]
  await renderApp(<OpenSiteDialog pages={shown} onClose={() => (isClosed = true)} />, { as: 'owner' })
  const dialog = page.getByRole('dialog', { name: 'לפתוח את האתר?' })
  await expect.element(dialog.getByRole('checkbox')).toHaveLength(2)
  for (const name of ['דף הבית', 'אודות']) await dialog.getByRole('checkbox', { name }).click()
  await dialog.getByRole('button', { name: 'פתיחת האתר' }).click()
  await expect.element(dialog.getByText('צריך לבחור לפחות עמוד אחד')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'אודות' }).click()
  loseNextRequest('/functions/v1/publish-site')
  await dialog.getByRole('button', { name: 'פתיחת האתר' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(dialog.getByRole('checkbox', { name: 'אודות' })).toBeChecked()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  expect(isClosed).toBe(true)
})
