import { expect, type Page, test } from '@playwright/test'
import { signIn } from './browser-helpers.ts'

// JavaScript in transferred bytes, from an empty cache to the complete today screen.
const most = 150 * 1024

test('the today screen is ready after 150 KB of JavaScript, and the rest is loaded afterwards', async ({
  browser,
  page,
}) => {
  await signIn(page, 'owner')
  await expect(page.locator('.day-line').first()).toBeVisible()
  const fresh = await browser.newContext({ storageState: await page.context().storageState() })
  const first = await fresh.newPage()
  await first.addInitScript(() => {
    const parts = ['.side__link', '.day-line', '.figure__value', '#by-stage']
    const look = new MutationObserver(() => {
      if (!parts.every((part) => document.querySelector(part))) return
      performance.mark('standing')
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await first.goto('/crm')
  await first.waitForLoadState('networkidle')
  const { standing, all } = await scripts(first)
  await test.info().attach('scripts', { body: JSON.stringify({ standing, all }, null, 2) })
  expect(sum(standing)).toBeGreaterThan(0)
  expect(sum(standing), standing.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')).toBeLessThanOrEqual(most)
  // Menus are loaded before their first use.
  await expect.poll(async () => (await scripts(first)).all.some(({ path }) => path.includes('menu-popup'))).toBe(true)
  await fresh.close()
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

  // The app retries by itself every three seconds.
  const loaded = page.waitForResponse(client)
  isCut = false
  await loaded
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page).toHaveURL(/\/auth/)
})

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
    return { all, standing: all.filter(({ startTime }) => startTime <= (mark?.startTime ?? Infinity)) }
  })

const sum = (files: readonly { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0)
