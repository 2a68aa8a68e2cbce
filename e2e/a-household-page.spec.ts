import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const writing = (page: Page) => page.getByRole('region', { name: 'תיעוד', exact: true })
const story = (page: Page) => page.getByRole('region', { name: 'ציר זמן משותף' })

test('a household page shows activities from before the household was created, and accepts new entries', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner')
  await addContact(page, 'אלון הדגמה', '050-0000171')
  await writeNote(page, 'דיברנו על המשכנתא')
  await addContact(page, 'תמר הדגמה', '050-0000172')
  await writeNote(page, 'תמר שלחה תלושי שכר')

  const home = page.getByRole('region', { name: 'הבית' })
  await home.getByRole('button', { name: 'קישור' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('אלון הדגמה')
  await page
    .getByRole('option', { name: /אלון הדגמה/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'קישור', exact: true }).click()
  await home.getByRole('link', { name: 'לדף המשותף' }).click()

  await expect(story(page).getByText('דיברנו על המשכנתא')).toBeVisible()
  await expect(story(page).getByText('תמר שלחה תלושי שכר')).toBeVisible()

  // An entry is assigned to the selected member.
  await writing(page).getByLabel('על מי כותבים').selectOption({ label: 'תמר הדגמה' })
  await writeNote(page, 'נפגשים ביחד ביום ראשון')
  const written = story(page).getByRole('listitem').filter({ hasText: 'נפגשים ביחד ביום ראשון' })
  await expect(written.getByText('תמר הדגמה')).toBeVisible()
  await writing(page).getByRole('button', { name: 'שיחה', exact: true }).click()
  await writing(page).getByLabel('על מה דיברתם?').fill('תיאום הפגישה')
  await writing(page).getByRole('button', { name: 'שמירה' }).click()
  await expect(story(page).getByText('תועדה שיחה: היה מענה')).toBeVisible()
  await writing(page).getByRole('button', { name: 'משימה', exact: true }).click()
  await writing(page).getByLabel('מה צריך לעשות?').fill('לשלוח לשניהם טופס')
  await writing(page).getByRole('button', { name: 'שמירה' }).click()
  const tasks = page.getByRole('region', { name: 'משימות' })
  await expect(tasks.getByText('לשלוח לשניהם טופס')).toBeVisible()
  await expect(page.getByRole('region', { name: 'תשלומים' }).getByRole('link')).toHaveText(['אלון הדגמה', 'תמר הדגמה'])
  await expectAccessible(page)
  quiet()
  await context.close()
})

async function addContact(page: Page, name: string, phone: string) {
  await page.getByRole('button', { name: 'חדש, הוספה מהירה' }).click()
  await page.getByRole('menuitem', { name: 'איש קשר' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('שם')).toBeFocused()
  await dialog.getByLabel('שם').fill(name)
  await dialog.getByLabel('טלפון').fill(phone)
  await dialog.getByRole('button', { name: /^הוספה/ }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function writeNote(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^כתבו סיכום/ }).fill(text)
  await page.getByRole('button', { name: 'שמירה', exact: true }).click()
  await expect(page.locator('.tl__body', { hasText: text }).first()).toBeVisible()
}
