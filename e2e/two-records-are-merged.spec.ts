import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

test('two records of one contact are merged, and the merge is undone', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner')

  await addContact(page, 'רקפת הדגמה', { phone: '050-0000161', email: 'rakefet@mail.example' })
  // The mouse button is held until the duplicate warning appears: a click on a warning not yet visible adds no contact.
  await fillContact(page, 'רקפת הדגמה', { phone: '050-0000161' })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^הוספה/ })
    .hover()
  await page.mouse.down()
  await expect(page.getByText('אולי כבר רשומים אצלנו:')).toBeVisible()
  await page.mouse.up()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'הוספה בכל זאת' }).isEnabled()).toBe(true)
  await page.getByRole('dialog').getByLabel('טלפון').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'רקפת הדגמה' })).toBeVisible()

  await page.goto('/crm/duplicates')
  await page
    .getByRole('link', { name: /רקפת הדגמה/ })
    .first()
    .click()
  const compared = page.getByRole('region', { name: 'השוואת הרשומות' })
  await expect(compared.getByRole('heading', { name: 'אותו אדם?' })).toBeVisible()
  await expectAccessible(page)
  await compared.getByRole('button', { name: 'איחוד לרשומה אחת' }).click()
  await expect(page.getByText(/הרשומות של .רקפת הדגמה. אוחדו/)).toBeVisible()
  await expect(page.getByRole('link', { name: /רקפת הדגמה/ })).toHaveCount(0)
  expect(await peopleNamed(page, 'רקפת הדגמה')).toBe(1)

  await page.goto('/crm/duplicates?show=merged')
  await page
    .getByRole('button', { name: /^הפרדה/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'הפרדה' }).click()
  await expect(page.getByText('שתיהן בדיוק כפי שהיו.')).toBeVisible()
  expect(await peopleNamed(page, 'רקפת הדגמה')).toBe(2)
  quiet()
  await context.close()
})

async function addContact(page: Page, name: string, points: { phone: string; email: string }) {
  await fillContact(page, name, points)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^הוספה/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function fillContact(page: Page, name: string, { phone, email }: { phone: string; email?: string }) {
  await page.getByRole('button', { name: 'חדש, הוספה מהירה' }).click()
  await page.getByRole('menuitem', { name: 'איש קשר' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('שם')).toBeFocused()
  await dialog.getByLabel('שם').fill(name)
  await dialog.getByLabel('טלפון').fill(phone)
  if (email) await dialog.getByLabel('דוא״ל').fill(email)
  // The menu that opened the dialog returns the focus unless another element has it.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(dialog.getByLabel(email ? 'דוא״ל' : 'טלפון')).toBeFocused()
}

async function peopleNamed(page: Page, name: string): Promise<number> {
  await page.goto(`/crm/contacts?q=${encodeURIComponent(name)}`)
  const found = page.getByRole('main').getByRole('link', { name })
  await expect(found.first()).toBeVisible()
  return found.count()
}
