import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

test('a day on a phone: from the today list to the contact, a call, a completed task, and a stage change', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await signIn(page, 'owner')
  const line = page.getByRole('listitem').filter({ hasText: 'לשלוח סיכום והצעה – ד"ר מורן' })
  await line.getByRole('link', { name: /מורן/ }).first().tap()
  await expect(page.getByRole('heading', { level: 1, name: /מורן/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'על איש הקשר' })).toBeAttached()
  expect(await page.evaluate(() => scrollY), 'the page begins with the name').toBe(0)

  const writing = page.getByRole('region', { name: 'תיעוד', exact: true })
  const story = page.getByRole('region', { name: 'מה קרה' })
  await writing.getByRole('button', { name: 'שיחה', exact: true }).tap()
  await writing.getByLabel('על מה דיברתם?').fill('ההצעה תצא היום')
  await writing.getByRole('button', { name: 'שמירה' }).tap()
  await expect(story.getByText('תועדה שיחה: היה מענה').first()).toBeVisible()
  await expectNothingBeside(page)

  await page.getByLabel('בוצע: לשלוח סיכום והצעה – ד"ר מורן').tap()
  await expect(page.getByRole('region', { name: 'הודעות' })).toContainText('בוצע: לשלוח סיכום והצעה')

  await page.getByRole('link', { name: 'ליווי משפחתי – ד"ר מורן', exact: true }).tap()
  const stages = page.getByRole('list', { name: 'שלבי המכירה' })
  const next = stages.getByRole('button', { name: 'במעקב' })
  await next.tap()
  await expect(next).toHaveAttribute('aria-current', 'step')
  await expectNothingBeside(page)
  quiet()
  await context.close()
})

/** Asserts that the page does not scroll horizontally. */
async function expectNothingBeside(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}
