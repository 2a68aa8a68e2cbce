import { expect, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

test('a mention is inserted by keyboard, survives as a draft, and links the colleague to the contact', async ({
  browser,
}) => {
  const sales = await openWindow(browser)
  // Found by search: other tests add contacts, and the list renders only the first rows.
  await signIn(sales.page, 'sales', `/crm/contacts?q=${encodeURIComponent('מאיה')}`)
  await sales.page.getByRole('main').getByRole('link', { name: 'מאיה דוגמה-לוי' }).first().click()
  const noteField = sales.page.getByRole('textbox', { name: /^כתבו סיכום/ })
  await noteField.pressSequentially('כדאי לדבר מחר, @אור')
  await expect(sales.page.getByRole('option', { name: 'אורן לדוגמה' })).toBeVisible()
  await sales.page.keyboard.press('Enter')
  await noteField.pressSequentially('מה דעתך?')
  await expect(sales.page.getByText('הטיוטה נשמרה')).toBeVisible()

  await sales.page.reload()
  await expect(noteField).toHaveValue('כדאי לדבר מחר, @אורן לדוגמה מה דעתך?')
  await sales.page.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect(noteField).toHaveValue('')
  await expect(sales.page.locator('.mentioned', { hasText: '@אורן לדוגמה' }).first()).toBeVisible()

  const admin = await openWindow(browser)
  await signIn(admin.page, 'admin')
  await admin.page.getByRole('button', { name: /^התראות/ }).click()
  await admin.page
    .getByRole('link', { name: /הזכירו אתכם אצל מאיה/ })
    .first()
    .click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'מאיה דוגמה-לוי' })).toBeVisible()
  await expect(admin.page.getByText('מה דעתך?').first()).toBeVisible()
  sales.quiet()
  admin.quiet()
  await Promise.all([sales.context.close(), admin.context.close()])
})
