import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

test('a transaction is cancelled from the home page by keyboard, and the owner finds a task with the request', async ({
  page,
  browser,
}) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'ביטול עסקה' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'בקשה לביטול עסקה' })).toBeVisible()
  await expectAccessible(page)

  await waitPastSpamGuard(page)
  await page.getByLabel('שם מלא').fill('רות לדוגמה')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^יש שני שדות לתיקון/)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('שם מלא')).toHaveValue('רות לדוגמה')
  await expectAccessible(page)

  await page.getByRole('link', { name: /^מספר זהות/ }).click()
  await page.keyboard.type('4821')
  await page.getByLabel('דוא״ל').fill('ruth@example.com')
  await page.getByLabel('מה לבטל?').fill('התוכנית הדיגיטלית')
  await waitPastSpamGuard(page)
  await page.getByRole('button', { name: 'שליחת הודעת ביטול' }).click()
  await expect(page.getByText(/הודעת הביטול התקבלה ביום/)).toBeVisible()
  await expect(page.locator('#sent')).toBeFocused()
  await expect(page.getByText('r***@example.com')).toBeVisible()
  await expectAccessible(page)

  const { page: owner, context } = await openWindow(browser)
  await signIn(owner, 'owner')
  await owner.getByRole('button', { name: /התראות/ }).click()
  await owner.getByRole('link', { name: 'הודעה על ביטול עסקה' }).first().click()
  await expect(owner.getByRole('heading', { level: 1, name: 'רות לדוגמה' })).toBeVisible()
  await expect(owner.getByText(/ביטול עסקה \d+ – רות לדוגמה/).first()).toBeVisible()
  await expect(owner.getByText('אסמכתה: 4821')).toBeVisible()
  await context.close()
})
