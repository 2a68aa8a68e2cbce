import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, signInByForm } from './browser-helpers.ts'

const storedChoice = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('cookie-preferences') ?? 'null') as Record<string, unknown> | null,
  )
const banner = (page: Page) => page.getByRole('region', { name: 'העוגיות שלנו, הבחירה שלכם' })

for (const [button, expected] of [
  ['אישור הכול', { functional: true, performance: true, marketing: true }],
  ['חיוניות בלבד', { functional: false, performance: false, marketing: false }],
] as const)
  test(`"${button}" hides the banner, also on the next page`, async ({ page }) => {
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    await expectAccessible(page)
    expect(await storedChoice(page)).toBeNull()
    await banner(page).getByRole('button', { name: button }).click()
    await expect(banner(page)).toBeHidden()
    expect(await storedChoice(page)).toMatchObject({ essential: true, ...expected, version: '1.0' })
    await page.goto('/contact')
    await expect(banner(page)).toBeHidden()
  })

test('a custom choice is made by keyboard, and can be changed from the footer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.keyboard.press('Tab') // skips the menu
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab') // skips the link to the privacy policy
  await expect(page.getByRole('button', { name: 'התאמה אישית' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner(page).getByRole('checkbox', { name: /חיוניות/ })).toBeDisabled()
  await expect(banner(page).getByRole('checkbox', { name: /פונקציונליות/ })).toBeFocused()
  for (const name of [/פונקציונליות/, /ביצועים/, /שיווק/])
    await expect(banner(page).getByRole('checkbox', { name })).not.toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(banner(page)).toBeHidden()
  expect(await storedChoice(page)).toMatchObject({ functional: false, performance: true, marketing: false })

  await page.getByRole('button', { name: 'הגדרות עוגיות' }).click()
  await expect(banner(page).getByRole('checkbox', { name: /ביצועים/ })).toBeChecked()
  await banner(page)
    .getByRole('checkbox', { name: /ביצועים/ })
    .uncheck()
  await banner(page).getByRole('button', { name: 'שמירת הבחירה' }).click()
  expect(await storedChoice(page)).toMatchObject({ performance: false })
  await expect(page.getByRole('button', { name: 'הגדרות עוגיות' })).toBeFocused()
})

test('the banner covers neither the accessibility button nor, on a desktop, the call to action', async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    await page.getByRole('button', { name: 'אפשרויות נגישות' }).click({ trial: true })
    await page.getByRole('main').getByRole('link').first().click({ trial: true })
  }
})

test('the banner is shown again after the choice expires or the policy version changes', async ({ page }) => {
  await page.goto('/')
  for (const stored of [
    { version: '0.9', consentDate: new Date().toISOString(), marketing: true },
    { version: '1.0', consentDate: new Date(Date.now() - 366 * 86_400_000).toISOString(), marketing: true },
  ]) {
    await page.evaluate((text) => localStorage.setItem('cookie-preferences', text), JSON.stringify(stored))
    await page.reload()
    await expect(banner(page)).toBeVisible()
  }
})

test('a signed-in user finds the choice in another browser', async ({ browser }) => {
  const first = await browser.newContext()
  const here = await first.newPage()
  await here.goto('/')
  await Promise.all([
    here.waitForResponse((answer) => answer.url().endsWith('/record-cookie-choice') && answer.ok()),
    banner(here).getByRole('button', { name: 'אישור הכול' }).click(),
  ])
  await Promise.all([
    here.waitForResponse((answer) => answer.url().endsWith('/record-cookie-choice') && answer.ok()),
    signInByForm(here, 'sales'),
  ])

  const second = await browser.newContext()
  const there = await second.newPage()
  await signInByForm(there, 'sales')
  await expect(async () => expect(await storedChoice(there)).toMatchObject({ marketing: true })).toPass()
  await there.goto('/')
  await expect(banner(there)).toBeHidden()
  await Promise.all([first.close(), second.close()])
})

test('on a phone the banner is not the LCP: none of its text is as large as the largest text of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/book-a-call', '/pricing', '/blog', '/contact', '/newsletter']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    const [ofBanner, ofPage] = await page.evaluate(async () => {
      await document.fonts.ready
      // Browsers compare the box around the text of a block, as far as it is in the viewport.
      const areaOf = (block: Element) => {
        const text = document.createRange()
        text.selectNodeContents(block)
        const { top, bottom, width } = text.getBoundingClientRect()
        return width * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
      }
      const largest = (root: string) =>
        Math.max(...[...document.querySelectorAll(`${root} :is(h1, h2, p, b)`)].map(areaOf))
      return [largest('#cookies'), largest('main')]
    })
    expect(ofBanner, path).toBeGreaterThan(0)
    expect(ofBanner, path).toBeLessThan(ofPage!)
  }
})
