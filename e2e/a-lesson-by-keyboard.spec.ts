// A recorded lesson of the demo, with the included clip and its captions, by keyboard on a desktop and a phone.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const media = (page: Page) =>
  page.evaluate(() => {
    const { currentTime, paused, playbackRate, textTracks } = document.querySelector('video')!
    return { at: currentTime, paused, rate: playbackRate, captions: textTracks[0]?.mode }
  })
const position = async (page: Page) => (await media(page)).at
const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

for (const [device, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`on a ${device} a lesson is played, sought, searched and resumed by keyboard`, async ({ browser }) => {
    const { page, context, quiet } = await openWindow(browser, { viewport })
    await page.goto('/webinar/hotzaot-shnatiyot')
    await press(page, 'אישור הכול')
    await page.getByLabel('שם פרטי').focus()
    await page.keyboard.type('נועה')
    await page.getByRole('textbox', { name: 'דוא״ל' }).focus()
    // An already registered address gets a mail instead of a page: each attempt uses a new one.
    await page.keyboard.type(`${device}-${Date.now()}@lesson.example.com`)
    await waitPastSpamGuard(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/hotzaot-shnatiyot\/live\?r=/)
    await expect.poll(() => page.evaluate(() => document.querySelector('video')?.duration)).toBe(72)
    await expect(page.getByLabel('מהירות')).toBeVisible()
    await expectAccessible(page)

    await page.locator('video').focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await media(page)).paused).toBe(false)
    await expect.poll(() => position(page)).toBeGreaterThan(0.5)
    await page.keyboard.press('Space')
    await expect.poll(async () => (await media(page)).paused).toBe(true)
    const before = await position(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => position(page)).toBeGreaterThan(before + 2)

    await page.getByLabel('מהירות').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await media(page)).rate).toBe(1.25)
    expect((await media(page)).captions).toBe('showing')
    await press(page, 'כתוביות')
    await expect(page.getByRole('button', { name: 'כתוביות' })).toHaveAttribute('aria-pressed', 'false')
    expect((await media(page)).captions).toBe('hidden')

    await page.getByText('תמליל', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('חיפוש בתמליל').focus()
    await page.keyboard.type('לא כישלון')
    await expect(page.getByText('נמצאו 1')).toBeVisible()
    await press(page, /זה מידע, לא כישלון/)
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(60)

    await press(page, /צעד שני: מחלקים/)
    await expect.poll(() => position(page)).toBeLessThan(45)
    await expect.poll(() => position(page)).toBeGreaterThan(31.5)
    await page.locator('video').focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await media(page)).paused).toBe(true)
    const lastPosition = await position(page)
    await page.reload()
    await press(page, /^להמשיך מ־/)
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(Math.floor(lastPosition))
    await expect.poll(async () => (await media(page)).paused).toBe(false)
    quiet()
    await context.close()
  })
