import { expect, type Request, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

test('the owner adds a course, prices, publishes and renames it, and the former URL redirects', async ({
  browser,
  page: visitor,
}, { retry }) => {
  // A retry finds the data of the first attempt.
  const slug = `check-up-${retry}`
  const name = ['צ׳ק־אפ פיננסי', 'צ׳ק־אפ חוזר'][retry]!
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/products')
  await page.getByRole('button', { name: 'מוצר', exact: true }).click()
  await page.getByLabel('שם').fill(name)
  await expect(page.getByLabel('הכתובת באתר')).toHaveValue(/^צק-אפ-/)
  // An outside click does not discard input.
  await page.mouse.click(4, 400)
  await expect(page.getByLabel('שם')).toHaveValue(name)
  await page.getByLabel('הכתובת באתר').fill('pricing')
  await page.getByRole('button', { name: 'הוספת המוצר' }).click()
  await expect(page.getByText('הכתובת הזאת שמורה לעמוד של האתר')).toBeVisible()
  await page.getByLabel('הכתובת באתר').fill(slug)
  await page.getByRole('button', { name: 'הוספת המוצר' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect((await visitor.goto(`/${slug}`))?.status()).toBe(404)

  await page.getByRole('button', { name: 'מחיר', exact: true }).click()
  await page.getByLabel('סכום בשקלים').fill('1,250')
  await page.getByLabel('מספר מקומות').fill('3')
  await page.getByRole('button', { name: 'שמירת המחיר' }).click()
  await expect(page.getByText('3 פנויים').or(page.getByText('3 מקומות'))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('המוצר מוצג באתר').click()
  await expect(page.getByLabel('המוצר מוצג באתר')).toBeChecked()
  await expectAccessible(page)

  await visitor.goto(`/${slug}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(visitor.getByText('נותרו 3 מקומות')).toBeVisible()
  await expect(visitor.getByText('1,250').first()).toBeVisible()
  await expectAccessible(visitor)

  await page.getByLabel('הכתובת באתר').fill(`בדיקה-${retry}`)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(page.getByText('המוצר נשמר, והאתר כבר מעודכן')).toBeVisible()
  await visitor.goto(`/${slug}`)
  await expect(visitor).toHaveURL((url) => decodeURIComponent(url.pathname) === `/בדיקה-${retry}`)
  await visitor.goto('/pricing')
  await expect(visitor.getByRole('link', { name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: /^מחיקת המחיר/ }).click()
  await expect(page.getByText('המחיר נמחק')).toBeVisible()
  // A colleague saves another field concurrently: it is shown, stays, and this input is saved too.
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('שורה אחת').fill('שעה אחת, תמונה שלמה')
  await other.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(other.getByText('המוצר נשמר, והאתר כבר מעודכן')).toBeVisible()
  await other.close()
  await page.getByLabel('תיאור קצר').fill('בדיקה אחת של כל התמונה')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'שעה אחת, תמונה שלמה' })).toBeVisible()
  await expect(page.getByLabel('תיאור קצר')).toHaveValue('בדיקה אחת של כל התמונה')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await expect(page.getByLabel('שורה אחת')).toHaveValue('שעה אחת, תמונה שלמה')
  await expect(page.getByLabel('תיאור קצר')).toHaveValue('בדיקה אחת של כל התמונה')

  // A failed refetch after a save keeps the screen content.
  const failed = page.waitForEvent('requestfailed', isReading)
  await page.route('**/rest/v1/products?**', (route) => (isReading(route.request()) ? route.abort() : route.continue()))
  await page.getByLabel('מה כלול').fill('פגישה אחת')
  await page.getByRole('button', { name: 'שמירת השינויים' }).click()
  await failed
  await expect(page.getByRole('button', { name: 'שמירת השינויים' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByLabel('מה כלול')).toHaveValue('פגישה אחת')
  await page.unroute('**/rest/v1/products?**')

  await page.getByRole('button', { name: 'מחיקת המוצר' }).click()
  await page.getByRole('button', { name: 'מחיקה', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/crm/products')
  expect((await visitor.goto(`/בדיקה-${retry}`))?.status()).toBe(404)
  quiet()
  await context.close()
})

const isReading = (request: Request) => request.method() === 'GET' && request.url().includes('/rest/v1/products?')
