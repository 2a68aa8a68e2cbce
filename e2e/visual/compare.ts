// A page of the screenshots, and its comparison with the stored ones.
import { existsSync, readFileSync } from 'node:fs'
import {
  type BrowserContext,
  expect,
  type Page,
  type PageAssertionsToHaveScreenshotOptions,
  test,
} from '@playwright/test'
import { shownTime } from './frozen-day.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const
/** Loading states; the design system shows samples of them. */
const loading = ':is(.loading, .skeleton, [aria-busy="true"]):not(.ds *)'
/** Long pages are captured down to this height, in CSS pixels. */
const lowest = 1_500

export async function openPage(context: BrowserContext) {
  // Dated on the fixed day: a choice in the future of the page would be ignored.
  await context.addInitScript((consentDate) => {
    const choice = { essential: true, functional: false, performance: false, marketing: false, version: '1.0' }
    localStorage.setItem('cookie-preferences', JSON.stringify({ ...choice, consentDate }))
  }, shownTime.toISOString())
  const page = await context.newPage()
  await page.clock.setFixedTime(shownTime)
  return page
}

/** Compares a screen with its screenshots: two widths, light and dark. Soft assertions: a run shows every difference. */
export async function compare(page: Page, path: string) {
  await page.setViewportSize(sizes[0]!)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await comparePage(page, nameOf(path))
}

/** Compares what a page shows with its screenshots. `unsteady`: what is masked. */
export async function comparePage(page: Page, name: string, unsteady = 'video') {
  await page.waitForLoadState('networkidle')
  await expect(page.locator(loading)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: schemes[0] })
    const height = await finalHeight(page)
    for (const colorScheme of schemes) {
      // Colors change no height.
      await page.emulateMedia({ colorScheme })
      const picture = `${name}-${viewport.width}-${colorScheme}.png`
      const options: PageAssertionsToHaveScreenshotOptions = {
        fullPage: true,
        clip: { x: 0, y: 0, width: viewport.width, height },
        scale: 'device',
        animations: 'disabled',
        caret: 'hide',
        // Browsers draw the first frame and native controls with their own timing.
        mask: [page.locator(unsteady)],
        maskColor: '#888',
      }
      // Most screenshots are identical files: comparing pixels takes longer than capturing them.
      if (isPicture(picture, await page.screenshot(options))) continue
      await expect.soft(page).toHaveScreenshot(picture, options)
    }
  }
}

const isPicture = (name: string, taken: Buffer) => {
  const file = test.info().snapshotPath(name, { kind: 'screenshot' })
  return existsSync(file) && readFileSync(file).equals(taken)
}

/**
 * The height of the page in CSS pixels, at most `lowest`, once it is stable: a lazy part may arrive after the network is idle, and a busy
 * machine may render a new width late. Polled in the page: its markup is not transferred with every read.
 */
async function finalHeight(page: Page) {
  const height = await page.evaluate(async () => {
    const root = document.documentElement
    const read = async () => {
      await new Promise(requestAnimationFrame)
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))
      return { height: root.scrollHeight, markup: root.innerHTML }
    }
    let last = await read()
    for (let unchanged = 0, reads = 0; unchanged < 3 && reads < 100; reads++) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      const next = await read()
      unchanged = next.height === last.height && next.markup === last.markup ? unchanged + 1 : 0
      last = next
    }
    return last.height
  })
  return Math.min(lowest, height)
}

/** A file name: `/crm/pipeline?show=table` is `crm-pipeline-show-table`. */
const nameOf = (path: string) =>
  path
    .replaceAll(/00000000-0000-4000-8\d{3}-0*/g, '')
    .replace('תקציב-שעובד-בארבעה-סעיפים', 'post')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'home'
