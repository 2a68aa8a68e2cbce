import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

test('a deleted contact is restored by Ctrl+Z and from the bin, and the audit log names the user', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner')
  const name = 'רינת לדוגמה'
  const found = `/crm/contacts?q=${encodeURIComponent('רינת')}`
  const toasts = page.getByRole('region', { name: 'הודעות' })
  async function moveToBin() {
    await page.goto(found)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByRole('button', { name: 'פעולות נוספות' }).click()
    await page.getByRole('menuitem', { name: 'העברה לסל המיחזור' }).click()
    await expect(toasts.getByText(`הועבר לסל המיחזור: ${name}`)).toBeVisible()
  }

  await moveToBin()
  await page.keyboard.press('Control+z')
  await expect(toasts.getByText('הפעולה בוטלה', { exact: true })).toBeVisible()
  await moveToBin()

  // After the toast has disappeared, the contact can be restored from the bin.
  await page.goto('/crm/bin')
  const thing = page.getByRole('listitem').filter({ hasText: name })
  await expect(thing).toContainText('מיכל לדוגמה')
  await expect(thing).toContainText('נשארו 30 ימים')
  await expectAccessible(page)
  await thing.getByRole('button', { name: /^שחזור/ }).click()
  await expect(thing).toHaveCount(0)

  await page.goto('/crm/settings?tab=audit&what=contacts')
  const entries = page.getByRole('listitem').filter({ hasText: name })
  await expect(entries.first()).toContainText('שחזור')
  await expect(entries.nth(1)).toContainText('העברה לסל')
  await expect(entries.first()).toContainText('מיכל לדוגמה')
  await expectAccessible(page)
  await entries.first().getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  quiet()
  await context.close()
})
