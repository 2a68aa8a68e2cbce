import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import { type Browser, expect, type Page } from '@playwright/test'

type Login = { role: string; email: string; password: string }

/** The demo login of a role, as this installation made it. */
export function loginOf(role: string): Login {
  const logins = JSON.parse(readFileSync(join(process.env['E2E_DATA_DIR']!, 'demo-logins.json'), 'utf8')) as Login[]
  return logins.find((login) => login.role === role)!
}

/** A window of somebody's own; everything that its console says against us fails the test at `quiet()`. */
export async function openWindow(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text())
  })
  return { context, page, quiet: () => expect(complaints).toEqual([]) }
}

export async function signIn(page: Page, role: string, to = '/crm') {
  const { email, password } = loginOf(role)
  await page.goto(to)
  await page.getByLabel('דוא״ל').fill(email)
  await page.getByLabel('סיסמה', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === to)
}

/** The clock of the page stands from now on; nothing happens by itself. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** WCAG 2.2 AA on what stands on the screen now. */
export async function expectAccessible(page: Page) {
  expect(await barriersOf(page)).toEqual([])
}

/** What depends on how a page is painted; the rest of the rules ask its structure, which no way of looking changes. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

// Asked in the page itself: a browser tab for each answer, as the usual wrapper opens, takes five times as long.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What keeps somebody from using what stands on the screen now, a line each; of its looks alone where the structure was asked before. */
export async function barriersOf(page: Page, ask: 'everything' | 'looks' = 'everything'): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeSource)
  const asked: axe.RunOptions = {
    runOnly:
      ask === 'looks'
        ? { type: 'rule', values: rulesOfLooks }
        : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    resultTypes: ['violations'],
    // A frame that runs no script cannot be asked. What it shows is a page of the site, asked at its own address.
    iframes: false,
  }
  return page.evaluate(async (options) => {
    // What is half faded has half its contrast: looked at only when it stands still.
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    for (let once = moving(); once.length > 0; once = moving())
      await Promise.all(once.map(({ finished }) => finished.catch(() => {})))
    const { axe: asking } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await asking.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, asked)
}
