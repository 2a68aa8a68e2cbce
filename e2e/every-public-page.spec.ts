import { expect, type Page, test } from '@playwright/test'
import { applyLook, barriersOf, lookWith, openWindow } from './browser-helpers.ts'
import { everyLook } from './every-look.ts'

// noindex pages are listed here; all others are read from the sitemap.
const unlisted = [
  '/no-such-page',
  '/design-system',
  '/unsubscribe-success',
  '/book/hila',
  '/book/hila/livui',
  '/lead/sihat-kesef/file/no-such-link-of-a-mail',
]

/** The first of a width is asked everything. */
const asItIs = { name: 'as it is', settings: {} }
const highContrast = { name: 'in high contrast', settings: { contrast: 'high' } }
const inverted = { name: 'inverted', settings: { contrast: 'invert' } }
const large = { name: 'with letters of 160 %', settings: { fontScale: 1.6 } }
const schemes = ['light', 'dark'] as const
const ways = everyLook
  ? [1440, 390].flatMap((width) =>
      schemes.map((colorScheme) => ({ width, colorScheme, modes: [asItIs, highContrast, inverted, large] })),
    )
  : [
      { width: 1440, colorScheme: 'light' as const, modes: [asItIs, highContrast] },
      { width: 390, colorScheme: 'dark' as const, modes: [large, inverted] },
    ]

test.describe.configure({ mode: 'parallel' })

for (const { width, colorScheme, modes } of ways)
  test(`every public page is accessible at ${width} pixels in the ${colorScheme} theme, with accessibility settings`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(1_800_000)
    const { page, context, quiet } = await openWindow(browser, { viewport: { width, height: 900 }, colorScheme })
    await context.addInitScript(chooseCookies)
    const elsewhere: string[] = []
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(baseURL!).origin) elsewhere.push(request.url())
    })
    const pages = await publicPages(page)
    await page.goto('/')
    const looks = []
    for (const { name, settings } of modes) looks.push({ name, look: await lookWith(page, settings) })
    const faults: string[] = []
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(colorScheme)
      for (const { name, look } of looks) {
        await applyLook(page, look)
        const barriers = await barriersOf(page, name === modes[0]!.name ? 'everything' : 'looks')
        faults.push(...[...barriers, ...(await sideways(page))].map((fault) => `${path} ${name}: ${fault}`))
      }
    }
    expect(new Set(looks.map(({ look }) => JSON.stringify(look))).size).toBe(modes.length)
    expect(faults).toEqual([])
    expect(elsewhere).toEqual([])
    quiet()
    await context.close()
  })

test('every public page fits 320 and 360 pixels, also at the largest text size', async ({ browser }) => {
  test.setTimeout(900_000)
  const { page, context } = await openWindow(browser, { viewport: { width: 320, height: 640 } })
  await context.addInitScript(chooseCookies)
  const pages = await publicPages(page)
  await page.goto('/')
  const looks = []
  for (const { name, settings } of [asItIs, large]) looks.push({ name, look: await lookWith(page, settings) })
  expect(looks[1]!.look.style).toContain('1.6')
  const faults: string[] = []
  for (const path of pages) {
    await page.goto(path)
    for (const { name, look } of looks) {
      await applyLook(page, look)
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 })
        faults.push(...(await sideways(page)).map((fault) => `${path} ${name}: ${fault}`))
      }
    }
  }
  expect(faults).toEqual([])
  await context.close()
})

async function publicPages(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  expect(listed.length).toBeGreaterThan(20)
  // Posts share one template, and guides another: two and one of them are checked, the same ones in every run.
  const posts = listed.filter((path) => /^\/blog\/[^/]+$/.test(path)).sort()
  const guides = listed.filter((path) => path.startsWith('/lead/'))
  const alike = [...posts.slice(2), ...guides.slice(1)]
  return [...listed.filter((path) => !alike.includes(path)), ...unlisted]
}

async function sideways(page: Page): Promise<string[]> {
  const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }))
  return wide > seen ? [`scrolls sideways, ${wide} of ${seen} pixels`] : []
}

/** The banner has its own test; here it would cover every page. */
function chooseCookies() {
  const choice = { essential: true, functional: false, performance: false, marketing: false, version: '1.0' }
  localStorage.setItem('cookie-preferences', JSON.stringify({ ...choice, consentDate: new Date().toISOString() }))
}
