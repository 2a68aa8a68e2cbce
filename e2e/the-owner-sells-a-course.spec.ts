import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './demo.ts'

test('the owner adds a course, prices it, shows it, and renames it without losing anybody', async ({
  browser,
  page: visitor,
}, { retry }) => {
  // A story that is told once more finds what its first telling left.
  const slug = `check-up-${retry}`
  const name = ['צ׳ק־אפ פיננסי', 'צ׳ק־אפ חוזר'][retry]!
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/products')
  await page.getByRole('button', { name: 'מוצר', exact: true }).click()
  await page.getByLabel('שם').fill(name)
  await expect(page.getByLabel('הכתובת באתר')).toHaveValue(/^צק-אפ-/)
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
  await page.getByRole('button', { name: 'מחיקת המוצר' }).click()
  await page.getByRole('button', { name: 'מחיקה', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/crm/products')
  expect((await visitor.goto(`/בדיקה-${retry}`))?.status()).toBe(404)
  quiet()
  await context.close()
})
