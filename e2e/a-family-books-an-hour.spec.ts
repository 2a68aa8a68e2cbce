import { expect, type Locator, type Page, test } from '@playwright/test'
import { applyLook, barriersOf, lookWith, openWindow, signIn } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

// Operated by keyboard only.
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const modes = [{}, { contrast: 'high' }, { contrast: 'invert' }, { fontScale: 1.6 }]

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 150 && !(await isFocused()); pressed++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
async function type(page: Page, label: string | RegExp, text: string) {
  await tabTo(page, page.getByRole('textbox', { name: label }))
  await page.keyboard.type(text)
}

type Looks = Awaited<ReturnType<typeof lookWith>>[]

/** Opens the page after checking its accessibility in every mode. */
async function openWithLooks(page: Page, path: string): Promise<Looks> {
  await page.goto(path)
  const looks: Looks = []
  for (const settings of modes) looks.push(await lookWith(page, settings))
  await page.goto(path)
  return looks
}

/** Checks the current step in every mode, and restores the page. */
async function expectAccessibleIn([plain, ...others]: Looks, page: Page) {
  const problems = await barriersOf(page)
  for (const look of others) {
    await applyLook(page, look)
    problems.push(...(await barriersOf(page, 'looks')))
  }
  await applyLook(page, plain!)
  expect(problems).toEqual([])
}

const dayOfFocus = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset['day'] ?? '')
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The first focus loads the picker, whose grid is a single tab stop. */
async function wakePicker(page: Page) {
  await tabTo(page, page.getByRole('button', { name: 'החודש הבא' }))
  await expect(page.locator('table[role="grid"] [tabindex="0"]')).toHaveCount(1)
}

/**
 * Moves through the grid to the nth free day of the next month and selects it. The left arrow is the next day, because the grid is
 * right-to-left.
 */
async function chooseDay(page: Page, nth: number): Promise<string> {
  await wakePicker(page)
  await tabTo(page, page.locator('table[role="grid"] [tabindex="0"]'))
  const before = await dayOfFocus(page)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => dayOfFocus(page)).toBe(dayAfter(before, 1))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dayOfFocus(page)).toBe(before)
  await page.keyboard.press('PageDown')
  await expect.poll(async () => (await dayOfFocus(page)).slice(0, 7)).not.toBe(before.slice(0, 7))
  const focused = page.locator('[data-day]:focus')
  await expect(page.locator('table[role="grid"]')).toHaveAttribute('aria-busy', 'false')
  for (let met = 0; ;) {
    const day = await dayOfFocus(page)
    if ((await focused.evaluate((element) => element.tagName)) === 'BUTTON' && ++met === nth) {
      await page.keyboard.press('Enter')
      return day
    }
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => dayOfFocus(page)).toBe(dayAfter(day, 1))
  }
}

/** Selects the nth slot of the selected day and returns its time. */
async function chooseHour(page: Page, nth: number, submit: string): Promise<string> {
  await expect(page.getByRole('radio').first()).toBeAttached()
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  for (let i = 1; i < nth; i++) await page.keyboard.press('ArrowDown')
  const clock = await page.locator('label:has(input[name="start"]:checked)').innerText()
  await press(page, page.getByRole('button', { name: submit }))
  return clock.trim()
}

test('a visitor books, reschedules and cancels an appointment by keyboard on a desktop', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: desktop })
  const looks = await openWithLooks(page, '/book/hila')
  const day = await chooseDay(page, 3)
  await expect(page.locator(`[data-day="${day}"]`)).toHaveAttribute('aria-pressed', 'true')
  await chooseHour(page, 2, 'המשך לפרטים')

  // The focus moves to the new step.
  await expect(page.getByRole('heading', { name: 'הפרטים שלכם' })).toBeFocused()
  await expect(page.getByRole('timer')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'לאישור הפרטים' }))
  await expect(page.locator('#booking-errors')).toBeFocused()
  await expectAccessibleIn(looks, page)
  await type(page, 'שם מלא', 'נגה לדוגמה')
  await type(page, 'טלפון', '050-0000091')
  await type(page, /^דוא״ל/, 'noga@example.com')
  await press(page, page.getByRole('button', { name: 'לאישור הפרטים' }))
  await expect(page.getByRole('heading', { name: 'לאשר ולקבוע?' })).toBeFocused()
  await expectAccessibleIn(looks, page)
  await press(page, page.getByRole('button', { name: 'קביעת הפגישה' }))
  await expect(page.getByText('הפגישה נקבעה')).toBeVisible()
  await expectAccessibleIn(looks, page)

  await press(page, page.getByRole('link', { name: 'שינוי או ביטול' }))
  await expect(page).toHaveURL(/\/appointment\/manage\//)
  await expectAccessibleIn(looks, page)
  await press(page, page.getByRole('link', { name: 'שינוי מועד' }))
  await expect(page.getByRole('heading', { name: 'לאיזה מועד לעבור?' })).toBeVisible()
  await wakePicker(page)
  await expectAccessibleIn(looks, page)
  await chooseDay(page, 4)
  const clock = await chooseHour(page, 4, 'שינוי לשעה הזו')
  await expect(page).toHaveURL(/moved=1/)
  await expect(page.locator('.manage')).toContainText(clock)
  await press(page, page.locator('summary', { hasText: 'ביטול הפגישה' }))
  const reason = page.getByRole('combobox', { name: /למה מבטלים/ })
  await tabTo(page, reason)
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(reason).not.toHaveValue('', { timeout: 1000 })
  }).toPass()
  await waitPastSpamGuard(page)
  await press(page, page.getByRole('button', { name: 'ביטול הפגישה' }))
  await expect(page.getByRole('heading', { name: 'הפגישה בוטלה על ידכם' })).toBeVisible()
  await expectAccessibleIn(looks, page)
  quiet()
  await context.close()
})

test('a couple books on a phone, and the host finds both in the calendar and reschedules the appointment by keyboard', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: phone })
  const looks = await openWithLooks(page, '/book/hila')
  const day = await chooseDay(page, 5)
  await chooseHour(page, 1, 'המשך לפרטים')
  await type(page, 'שם מלא', 'תמר לדוגמה')
  await type(page, 'טלפון', '050-0000092')
  await type(page, /^דוא״ל/, 'tamar-couple@example.com')
  await press(page, page.getByRole('checkbox', { name: /הזוג מצטרפים/ }), 'Space')
  await type(page, 'השם של בן או בת הזוג', 'איתי לדוגמה')
  await type(page, 'הדוא״ל של בן או בת הזוג', 'itay-couple@example.com')
  await expectAccessibleIn(looks, page)
  await press(page, page.getByRole('button', { name: 'לאישור הפרטים' }))
  await expect(page.getByText('itay-couple@example.com')).toBeVisible()
  await expectAccessibleIn(looks, page)
  await press(page, page.getByRole('button', { name: 'קביעת הפגישה' }))
  await expect(page.getByText('הפגישה נקבעה')).toBeVisible()
  quiet()
  await context.close()

  const hours = ['13:00', '15:00']
  for (const [i, viewport] of [desktop, phone].entries()) {
    const host = await openWindow(browser, { viewport })
    await signIn(host.page, 'coach', `/crm/calendar?view=day&day=${day}`)
    const event = host.page.getByRole('button', { name: /תמר לדוגמה/ })
    await press(host.page, event)
    const dialog = host.page.getByRole('dialog').filter({ has: host.page.getByRole('heading') })
    await expect(dialog).toContainText('איתי לדוגמה')
    expect(await barriersOf(host.page)).toEqual([])
    await press(host.page, dialog.getByRole('button', { name: 'שינוי מועד' }))
    await tabTo(host.page, dialog.getByLabel(/^שעה/))
    await host.page.keyboard.press('Control+A')
    await host.page.keyboard.type(hours[i]!)
    await press(host.page, dialog.getByRole('button', { name: 'שמירת המועד' }))
    // The calendar is a grid on a desktop, a list on a phone.
    const inGrid = host.page.getByRole('button', { name: new RegExp(`תמר לדוגמה.* ${hours[i]!}`) })
    const inList = host.page.getByRole('listitem').filter({ hasText: 'תמר לדוגמה' }).filter({ hasText: hours[i]! })
    await expect(inGrid.or(inList)).toBeVisible()
    host.quiet()
    await host.context.close()
  }
})

test('without JavaScript an appointment is booked by keyboard, one step per page', async ({ browser }) => {
  const { page, context } = await openWindow(browser, { viewport: phone, javaScriptEnabled: false })
  await page.goto('/book/hila')
  await press(page, page.getByRole('button', { name: 'החודש הבא' }))
  // Every free day is a tab stop.
  await press(page, page.locator('button[name="day"].day').nth(6))
  await chooseHour(page, 1, 'המשך לפרטים')
  await expect(page.getByText(/השעה שמורה לכם עד/)).toBeVisible()
  await type(page, 'שם מלא', 'יעל לדוגמה')
  await type(page, 'טלפון', '050-0000093')
  await type(page, /^דוא״ל/, 'yael-plain@example.com')
  await press(page, page.getByRole('button', { name: 'לאישור הפרטים' }))
  await expect(page.getByRole('heading', { name: 'לאשר ולקבוע?' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'קביעת הפגישה' }))
  await expect(page.getByText('הפגישה נקבעה')).toBeVisible()
  await context.close()
})
