import { expect, type Page, test } from '@playwright/test'
import { applyLook, barriersOf, changeDevice, type Device, lookWith, openWindow } from './browser-helpers.ts'
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

/** A device with the accessibility modes in which each page is checked. The first mode is checked with all rules. */
type DeviceModes = Device & { modes: { name: string; settings: object }[] }
const onDesktop = { width: 1440, height: 900 }
const onPhone = { width: 390, height: 900 }
const small = [360, 320].map((width): Device => ({ viewport: { width, height: 640 }, colorScheme: 'light' }))
const asItIs = { name: 'as it is', settings: {} }
const highContrast = { name: 'in high contrast', settings: { contrast: 'high' } }
const inverted = { name: 'inverted', settings: { contrast: 'invert' } }
const large = { name: 'with letters of 160 %', settings: { fontScale: 1.6 } }
const devices: DeviceModes[] = everyLook
  ? [onDesktop, onPhone].flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        viewport,
        colorScheme,
        modes: [asItIs, highContrast, inverted, large],
      })),
    )
  : [
      { viewport: onDesktop, colorScheme: 'light', modes: [asItIs, highContrast] },
      { viewport: onPhone, colorScheme: 'dark', modes: [large, inverted] },
    ]

test.describe.configure({ mode: 'parallel' })

// Each page is loaded once: layout and theme follow the window and the device.
for (const part of [0, 1])
  test(`every public page is accessible on a desktop and in the dark theme on a phone, with accessibility settings, and fits 320 and 360 pixels: part ${part + 1} of 2`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(1_800_000)
    const { page, context, quiet } = await openWindow(browser, { viewport: onDesktop })
    await context.addInitScript(chooseCookies)
    const elsewhere: string[] = []
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(baseURL!).origin) elsewhere.push(request.url())
    })
    // Split by path: other tests add pages to one of the two installations, which shifts positions.
    const pages = (await publicPages(page)).filter((path) => path.length % 2 === part)
    expect(pages.length).toBeGreaterThan(10)
    await page.goto('/')
    const looks = await looksOf(page, devices)
    await changeDevice(page, small[0]!)
    const sizes = []
    for (const { name, settings } of [asItIs, large]) sizes.push({ name, look: await lookWith(page, settings) })
    expect(sizes[1]!.look.style).toContain('1.6')
    const problems: string[] = []
    for (const path of pages) {
      await changeDevice(page, devices[0]!)
      await page.goto(path)
      for (const device of looks) {
        await changeDevice(page, device)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page.locator('html')).toHaveAttribute('data-theme', device.colorScheme)
        for (const [i, { name: mode, look }] of device.modes.entries()) {
          await applyLook(page, look)
          const barriers = await barriersOf(page, i === 0 ? 'everything' : 'looks')
          problems.push(
            ...[...barriers, ...(await horizontalOverflow(page))].map(
              (barrier) => `${path} at ${device.viewport.width} pixels ${mode}: ${barrier}`,
            ),
          )
        }
      }
      for (const { name, look } of sizes) {
        await applyLook(page, look)
        for (const device of small) {
          await changeDevice(page, device)
          problems.push(
            ...(await horizontalOverflow(page)).map(
              (barrier) => `${path} at ${device.viewport.width} pixels ${name}: ${barrier}`,
            ),
          )
        }
      }
    }
    expect(problems).toEqual([])
    expect(elsewhere).toEqual([])
    quiet()
    await context.close()
  })

/** Adds to each mode the attributes of the root element that it sets. Fails if two modes of a device have the same attributes. */
async function looksOf(page: Page, all: DeviceModes[]) {
  const looks = []
  for (const { modes, ...device } of all) {
    await changeDevice(page, device)
    const shown = []
    for (const { name, settings } of modes) shown.push({ name, look: await lookWith(page, settings) })
    expect(new Set(shown.map(({ look }) => JSON.stringify(look))).size).toBe(modes.length)
    looks.push({ ...device, modes: shown })
  }
  return looks
}

async function publicPages(page: Page): Promise<string[]> {
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  expect(listed.length).toBeGreaterThan(20)
  // Posts share one template, and guides another: two posts and one guide are checked, the same ones in every run.
  const posts = listed.filter((path) => /^\/blog\/[^/]+$/.test(path)).sort()
  const guides = listed.filter((path) => path.startsWith('/lead/'))
  const similarPages = [...posts.slice(2), ...guides.slice(1)]
  return [...listed.filter((path) => !similarPages.includes(path)), ...unlisted]
}

async function horizontalOverflow(page: Page): Promise<string[]> {
  const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }))
  return wide > seen ? [`scrolls sideways, ${wide} of ${seen} pixels`] : []
}

/** The banner has its own test; here it would cover every page. */
function chooseCookies() {
  const choice = { essential: true, functional: false, performance: false, marketing: false, version: '1.0' }
  localStorage.setItem('cookie-preferences', JSON.stringify({ ...choice, consentDate: new Date().toISOString() }))
}
