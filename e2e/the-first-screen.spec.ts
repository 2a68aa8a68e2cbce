import { type Browser, expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

// Budget of transferred JavaScript, from an empty cache to the complete first screen.
const max = 150 * 1024

test('the today screen is ready after 150 KB of JavaScript, and the rest is loaded afterwards', async ({
  browser,
  page,
}) => {
  await signIn(page, 'owner')
  await expect(page.locator('.day-line').first()).toBeVisible()
  const first = await openAfresh(browser, page, '/crm', ['.side__link', '.day-line', '.figure__value', '#by-stage'])
  await expectWithin(first.page)
  // Menus are loaded before their first use.
  await expect.poll(() => hasLoaded(first.page, 'menu-popup')).toBe(true)
  await first.context.close()
})

test('the home of the portal is ready on a phone after 150 KB of JavaScript, and the rest is loaded afterwards', async ({
  browser,
  page,
}) => {
  await signIn(page, 'client', '/client-portal')
  await expect(page.locator('.portal-card--deep')).toBeVisible()
  const parts = ['.portal-nav--bottom .portal-nav__item', '.portal-card--deep', '.stepper', '#home-tasks']
  const first = await openAfresh(browser, page, '/client-portal', parts, phone)
  await expectWithin(first.page)
  await expect(first.page.getByRole('region', { name: 'המרווח שלכם' })).toBeVisible()
  await expect.poll(() => hasLoaded(first.page, 'menu-popup')).toBe(true)
  await first.context.close()
})

test('the home of the portal works while its later cards cannot be loaded, and shows them once the network is back', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, phone)
  const part = /\/deferred-cards-[^/]+\.js/
  let isCut = true
  await page.route(part, (route) => (isCut ? route.abort() : route.fallback()))
  const lost = page.waitForEvent('requestfailed', (request) => part.test(request.url()))
  await signIn(page, 'client', '/client-portal')
  await lost
  await expect(page.locator('.portal-card--deep')).toBeVisible()
  await expect(page.getByRole('region', { name: 'המשימות שלכם' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'מסמכים' })).toHaveCount(0)
  // The app retries every two seconds.
  isCut = false
  await expect(page.getByRole('region', { name: 'מסמכים' })).toBeVisible()
  quiet()
  await context.close()
})

test('signing out while the full client cannot be loaded shows an error, and works once it can', async ({ page }) => {
  await signIn(page, 'owner')
  const client = /\/backend-[^/]+\.js/
  let isCut = true
  await page.route(client, (route) => (isCut ? route.abort() : route.fallback()))
  await page.goto('/crm')
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  await expect(page).toHaveURL(/\/crm$/)

  // The app retries every three seconds.
  const loaded = page.waitForResponse(client)
  isCut = false
  await loaded
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page).toHaveURL(/\/auth/)
})

/**
 * Opens the path in a new window with the session of the page and an empty cache. Sets a mark when all parts are shown.
 */
async function openAfresh(browser: Browser, page: Page, path: string, parts: string[], options = {}) {
  const context = await browser.newContext({ ...options, storageState: await page.context().storageState() })
  const first = await context.newPage()
  await first.addInitScript((selectors) => {
    const look = new MutationObserver(() => {
      if (!selectors.every((part) => document.querySelector(part))) return
      performance.mark('standing')
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
  }, parts)
  await first.goto(path)
  await expect.poll(() => first.evaluate(() => performance.getEntriesByName('standing').length)).toBe(1)
  await first.waitForLoadState('networkidle')
  return { page: first, context }
}

async function expectWithin(page: Page) {
  const { standing, all } = await scripts(page)
  await test.info().attach('scripts', { body: JSON.stringify({ standing, all }, null, 2) })
  expect(sum(standing)).toBeGreaterThan(0)
  expect(sum(standing), standing.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')).toBeLessThanOrEqual(max)
}

const hasLoaded = async (page: Page, part: string) => (await scripts(page)).all.some(({ path }) => path.includes(part))

const scripts = (page: Page) =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('standing')
    const all = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, startTime, encodedBodySize }) => ({
        path: new URL(name).pathname,
        startTime,
        bytes: encodedBodySize,
      }))
      .filter(({ path }) => path.endsWith('.js'))
    return { all, standing: all.filter(({ startTime }) => startTime <= mark!.startTime) }
  })

const sum = (files: readonly { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0)
