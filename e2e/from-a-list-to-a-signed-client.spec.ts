import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

const toastOn = (page: Page) => page.getByRole('region', { name: 'הודעות' })

/** CSV as written by Excel on Hebrew Windows. */
const windows1255 = (text: string) =>
  Buffer.from(Array.from(text, (sign) => (/[א-ת]/.test(sign) ? sign.charCodeAt(0) - 0x5d0 + 0xe0 : sign.charCodeAt(0))))

const list = [
  'שם פרטי,שם משפחה,טלפון,דוא"ל,איך שילמו',
  'סתיו,ארבל,050-0000711,stav@mail.example,העברה',
  'סתיו,ארבל,050-0000712,stav@mail.example,ביט',
  'יובל,ארבל,050-0000713,,ביט',
  'שבור,מספר,050-7,,',
  '',
].join('\r\n')

test('a list is imported, and one of its contacts becomes a signed client', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/contacts/import')

  await takeIn(page, async () => {
    await expect(page.getByText('עברית של Windows')).toBeVisible()
    await expect(page.getByLabel('השדה של שם פרטי')).toHaveValue('first_name')
    // An unknown column becomes a custom field with options.
    await page.getByLabel('השדה של איך שילמו').selectOption({ label: 'שדה חדש…' })
    await page.getByRole('dialog').getByLabel('סוג').selectOption({ label: 'בחירה אחת' })
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(['ביט', 'העברה'])
    await page.getByRole('dialog').getByRole('button', { name: 'הוספת השדה' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  // The import is undone, and the same file imported again.
  await page.getByRole('button', { name: 'ביטול הייבוא' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ביטול הייבוא' }).click()
  await expect(page.getByRole('heading', { name: 'הייבוא בוטל' })).toBeVisible()
  await expect(page.getByText('3 שינויים הוחזרו לקדמותם.')).toBeVisible()
  await page.goto(`/crm/contacts?q=${encodeURIComponent('ארבל')}`)
  await expect(page.getByRole('main').getByRole('link', { name: /ארבל/ })).toHaveCount(0)
  await page.goto('/crm/contacts/import')
  await takeIn(page, () => expect(toastOn(page)).toContainText('הקובץ הזה כבר יובא בעבר'))

  await page.goto('/crm/duplicates')
  await page
    .getByRole('link', { name: /סתיו ארבל/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'איחוד לרשומה אחת' }).click()
  await expect(page.getByText(/הרשומות של .סתיו ארבל. אוחדו/)).toBeVisible()

  await page.goto(`/crm/contacts?q=${encodeURIComponent('סתיו ארבל')}`)
  await page.getByRole('main').getByRole('link', { name: 'סתיו ארבל' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'סתיו ארבל' })).toBeVisible()
  const writing = page.getByRole('region', { name: 'תיעוד', exact: true })
  const story = page.getByRole('region', { name: 'מה קרה' })
  await writing.getByRole('button', { name: 'שיחה', exact: true }).click()
  await writing.getByLabel('על מה דיברתם?').fill('רוצים סדר בהוצאות לפני החתונה')
  await writing.getByRole('button', { name: 'שמירה' }).click()
  await expect(story.getByText('תועדה שיחה: היה מענה')).toBeVisible()

  await page.getByRole('button', { name: 'משימה', exact: true }).last().click()
  await page.getByLabel('מה צריך לעשות').fill('לשלוח לסתיו הצעה')
  await page.getByRole('dialog').getByRole('button', { name: 'הוספה' }).click()
  await page.getByLabel('בוצע: לשלוח לסתיו הצעה').click()
  await expect(toastOn(page)).toContainText('בוצע: לשלוח לסתיו הצעה')

  await page.getByRole('button', { name: 'הזדמנות', exact: true }).click()
  await page.getByLabel('שם ההזדמנות').fill('ליווי – סתיו')
  await page.getByLabel('סכום בשקלים').fill('4800')
  await page.getByRole('dialog').getByRole('button', { name: 'הוספה' }).click()
  await page.getByRole('link', { name: 'ליווי – סתיו', exact: true }).click()
  const stages = page.getByRole('list', { name: 'שלבי המכירה' })
  for (const stage of ['נוצר קשר', 'נקבעה שיחת היכרות']) {
    await stages.getByRole('button', { name: stage }).click()
    await expect(stages.getByRole('button', { name: stage })).toHaveAttribute('aria-current', 'step')
  }
  await stages.getByRole('button', { name: 'נסגרה בהצלחה' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'סגירה בהצלחה' }).click()
  await expect(stages.getByRole('button', { name: 'נסגרה בהצלחה' })).toHaveAttribute('aria-current', 'step')
  await page.getByRole('main').getByRole('link', { name: 'סתיו ארבל' }).first().click()
  await expect(page.locator('.person__badges')).toContainText('לקוח/ה')
  quiet()
  await context.close()
})

/** Imports the file into contacts; rows that share only an e-mail address remain separate, for a later check. */
async function takeIn(page: Page, atColumns: () => Promise<void>) {
  const file = { name: 'לקוחות מהיריד.csv', mimeType: 'text/csv', buffer: windows1255(list) }
  await page.getByLabel('קובץ לייבוא').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'המשך' })).toBeVisible()
  await atColumns()
  await page.getByRole('button', { name: 'המשך' }).click()
  await page.getByLabel('לזהות לפי').selectOption({ label: 'טלפון' })
  await page.getByRole('button', { name: 'לתצוגה המקדימה' }).click()
  await expect(page.getByText('מספר הטלפון אינו תקין')).toBeVisible()
  await page.getByRole('button', { name: 'ייבוא של 3 רשומות' }).click()
  await expect(page.getByRole('heading', { name: /^יובאו 3 רשומות/ })).toBeVisible()
}
