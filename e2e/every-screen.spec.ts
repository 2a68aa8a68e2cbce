import { expect, type Page, test } from '@playwright/test'
import {
  applyLook,
  barriersOf,
  changeDevice,
  type Device,
  loginOf,
  type Look,
  lookWith,
  openWindow,
  startSession,
} from './browser-helpers.ts'
import { everyLook } from './every-look.ts'
import { ownerScreens, row } from './visual/screens.ts'

/** Screens beyond those with screenshots. */
const screens = [
  ...ownerScreens,
  '/crm/calendar?view=month&host=all',
  '/crm/contacts?f=lifecycle:is:lead,client&f=or&f=owner:is:me&cols=phone,tags,household,source',
  `/crm/clients/${row(2, 2)}`,
  '/crm/inbox',
  '/crm/quizzes/financial_stage',
  '/crm/quizzes/financial_stage?tab=edit',
  '/crm/forms/00000000-0000-4000-8096-000000000001',
  '/crm/launches',
  `/crm/launches/${row(110, 1)}`,
  '/crm/settings?tab=brand',
  '/crm/settings?tab=backup',
  '/crm/settings?tab=status',
  '/admin/webinars',
  `/admin/webinars/${row(88, 1)}`,
  `/admin/webinars/${row(88, 1)}/report`,
  `/admin/webinars/${row(88, 1)}/sessions/${row(89, 1)}`,
  '/admin/webinar-templates',
]

const signedOutScreens = ['/', '/contact', '/no-such-page', '/auth', '/auth?mode=signup', '/auth?mode=forgot']
const half = Math.ceil(screens.length / 2)

const portalTabs = [
  '',
  '/tasks',
  '/messages',
  '/finances',
  '/meetings',
  '/process',
  '/documents',
  '/resources',
  '/payments',
  '/profile',
  '/finances/import',
]

type DeviceMode = Device & { settings: object; ask: 'everything' | 'looks' }
const onDesktop: DeviceMode = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  settings: {},
  ask: 'everything',
}
/** A usual run checks only rendering rules in these modes: the structure is the same as on a desktop. */
const inHighContrast: DeviceMode = {
  viewport: { width: 1024, height: 768 },
  colorScheme: 'light',
  settings: { contrast: 'high' },
  ask: 'looks',
}
const onPhone: DeviceMode = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  settings: { fontScale: 1.6 },
  ask: everyLook ? 'everything' : 'looks',
}
const wide: [DeviceMode, ...DeviceMode[]] = everyLook ? [onDesktop, inHighContrast] : [onDesktop]

test.describe.configure({ mode: 'parallel' })

// Each screen is loaded once, in the first mode, and then switched: layout and theme follow the window and the device.
const parts: [string, string[], string[], [DeviceMode, ...DeviceMode[]]][] = [
  ['first', signedOutScreens, screens.slice(0, half), [...wide, onPhone]],
  ['second', [], screens.slice(half), [onPhone, ...wide]],
]
for (const [part, signedOut, paths, modes] of parts)
  test(`every screen of the ${part} half is accessible on a desktop, and in the dark theme on a phone at a text size of 160 %`, async ({
    browser,
  }) => {
    test.setTimeout(1_800_000)
    const { viewport, colorScheme } = modes[0]
    const { page, context, quiet } = await openWindow(browser, { viewport, colorScheme })
    await page.goto('/auth')
    const looks = await looksOf(page, modes)
    const problems: string[] = []
    for (const path of signedOut) {
      await page.goto(path)
      problems.push(...(await problemsOf(page, looks)))
    }
    await startSession(page, loginOf('owner'))
    for (const path of paths) {
      await page.goto(path)
      problems.push(...(await problemsOf(page, looks)))
    }
    expect(problems).toEqual([])
    quiet()
    await context.close()
  })

for (const [name, modes] of [
  ['on a desktop', wide],
  ['on a phone, in the dark, with letters of 160 %', [onPhone]],
] as [string, [DeviceMode, ...DeviceMode[]]][])
  test(`every screen that is reached by links is accessible ${name}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const { viewport, colorScheme } = modes[0]
    const { page, context, quiet } = await openWindow(browser, { viewport, colorScheme })
    await page.goto('/auth')
    const looks = await looksOf(page, modes)
    const first = JSON.stringify(modes[0].settings)
    await context.addInitScript((settings) => localStorage.setItem('a11y-settings', settings), first)
    const problems: string[] = []
    await startSession(page, loginOf('owner'))
    await page.goto('/crm/lead-magnets')
    await page.getByRole('link', { name: 'שיחת כסף ראשונה' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'שיחת כסף ראשונה' })).toBeVisible()
    problems.push(...(await problemsOf(page, looks)))
    // On a phone only a few rows of the list are rendered. Found by URL: other tests add contacts of the same name.
    await page.goto('/crm/contacts?q=נועה')
    await page
      .getByRole('main')
      .locator('a[href$="/crm/contacts/00000000-0000-4000-8002-000000000001"]')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'נועה לדוגמה' })).toBeVisible()
    problems.push(...(await problemsOf(page, looks)))
    await page.getByRole('link', { name: 'הסכמות' }).click()
    await expect(page.getByRole('button', { name: 'רישום הסכמה או הסרה' })).toBeVisible()
    problems.push(...(await problemsOf(page, looks)))
    // Only a phone hides the details behind a button.
    const details = page.getByRole('button', { name: 'כל הפרטים' })
    const household = page.getByRole('link', { name: 'לדף המשותף' })
    await expect(details.or(household).filter({ visible: true }).first()).toBeVisible()
    if (await details.isVisible()) {
      await details.click()
      problems.push(...(await problemsOf(page, looks)))
    }
    await household.click()
    await expect(page.getByRole('heading', { level: 1, name: /^משפחת/ })).toBeVisible()
    problems.push(...(await problemsOf(page, looks)))
    expect(problems).toEqual([])
    quiet()
    await context.close()
  })

test('every tab of the portal is accessible on a phone, in the dark theme at a text size of 160 %, and in high contrast', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const modes: [DeviceMode, ...DeviceMode[]] = [
    { viewport: onPhone.viewport, colorScheme: 'light', settings: {}, ask: 'everything' },
    onPhone,
    inHighContrast,
  ]
  const { viewport, colorScheme } = modes[0]
  const { page, context, quiet } = await openWindow(browser, { viewport, colorScheme })
  await page.goto('/client-login')
  const looks = await looksOf(page, modes)
  await startSession(page, loginOf('client'))
  const problems: string[] = []
  for (const tab of portalTabs) {
    await page.goto(`/client-portal${tab}`)
    problems.push(...(await problemsOf(page, looks)))
  }
  expect(problems).toEqual([])
  quiet()
  await context.close()
})

/** Adds to each mode the attributes of the root element that it sets. Fails if two modes have the same attributes. */
async function looksOf(page: Page, modes: [DeviceMode, ...DeviceMode[]]) {
  const looks: (DeviceMode & { look: Look })[] = []
  for (const mode of modes) {
    await changeDevice(page, mode)
    looks.push({ ...mode, look: await lookWith(page, mode.settings) })
  }
  expect(new Set(looks.map(({ look }) => JSON.stringify(look))).size).toBe(modes.length)
  await change(page, looks[0]!)
  return looks
}

/** Checks a loaded screen in each mode for accessibility violations and horizontal scrolling. Returns to the first mode. */
async function problemsOf(page: Page, looks: (DeviceMode & { look: Look })[]): Promise<string[]> {
  const problems: string[] = []
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor().catch(() => problems.push('has not one heading of the first level'))
  if ((await page.getByText('מספר השגיאה').count()) > 0) problems.push('has crashed')
  for (const mode of looks) {
    await change(page, mode)
    await expect(page.getByText('טוען...')).toHaveCount(0)
    problems.push(...(await barriersOf(page, mode.ask)).map((problem) => `${mode.viewport.width} pixels: ${problem}`))
    const [width, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
    if (width > seen) problems.push(`scrolls sideways, ${width} of ${seen} pixels`)
  }
  await change(page, looks[0]!)
  return problems.map((problem) => `${page.url()}: ${problem}`)
}

async function change(page: Page, { look, ...device }: DeviceMode & { look: Look }) {
  await changeDevice(page, device)
  await applyLook(page, look)
}
