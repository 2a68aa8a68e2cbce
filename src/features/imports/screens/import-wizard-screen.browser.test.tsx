import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { importList, previewList, readImport, uploadList } from './upload-list.fixture.ts'

const backend = backendAs('owner')
const rows = page.getByRole('region', { name: 'שורות מהקובץ' })
const rowOf = (text: string) => rows.getByRole('row').filter({ hasText: new RegExp(text) })
const named = async (name: string) => {
  const { data } = await backend.from('contacts').select('id, deleted_at').eq('full_name', name).throwOnError()
  return data
}

test('the preview shows counts and each row with its reason, and then imports', async () => {
  const existing = await addContact({ phone: uniquePhone() })
  const { data: points } = await backend
    .from('contact_points')
    .select('value_norm')
    .eq('contact_id', existing.id)
    .throwOnError()
  const name = unique('חדשה')
  const phone = uniquePhone()
  const id = await previewList([
    'שם,טלפון,תאריך לידה',
    `${name},${phone},31.12.1990`,
    `${existing.full_name},${points[0]!.value_norm},01.02.1980`,
    `${name},${phone},31.12.1990`,
    `בלי תאריך,${uniquePhone()},מתישהו`,
    `,${uniquePhone()},01.01.1991`,
  ])
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await expect.element(rowOf(existing.full_name)).toMatchTextContent(/עדכון/)
  await expect.element(rowOf('בלי תאריך')).toMatchTextContent(/ייכנס בלי תאריך לידה: התאריך אינו תקין/)
  await page.getByText('שגיאות', { exact: true }).last().click()
  await expect.poll(() => rows.getByRole('row').elements().length).toBe(2)
  await expect.element(rows).toMatchTextContent(/חסר שם/)
  await page.getByText('חסר בהם שדה', { exact: true }).click()
  await expect.element(rowOf('בלי תאריך')).toBeVisible()
  await expect.poll(() => rows.getByRole('row').elements().length).toBe(2)
  await page.getByRole('button', { name: /^ייבוא של / }).click()
  await expect
    .element(page.getByRole('heading', { name: /יובאו שתי רשומות, רשומה אחת עודכנה, כפילות אחת דולגה/ }))
    .toBeVisible()
  await expect.element(page.getByRole('region', { name: 'שלב 5: תוצאה' })).toHaveFocus()
  await expect
    .element(rows.getByRole('link', { name }).first())
    .toHaveAttribute('href', `/crm/contacts/${(await named(name))[0]!.id}`)
})

test('a rollback shows its effects first, and afterwards the rows it did not revert, with reasons', async () => {
  const [changed, plain] = [unique('השתנתה'), unique('רגילה')]
  const id = await importList(['שם,טלפון', `${changed},${uniquePhone()}`, `${plain},${uniquePhone()}`])
  const person = (await named(changed))[0]!
  await backendAs('admin').from('contacts').update({ source: 'המלצה' }).eq('id', person.id).throwOnError()
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await page.getByRole('button', { name: 'ביטול הייבוא' }).click()
  const dialog = page.getByRole('dialog', { name: 'לבטל את הייבוא?' })
  await expect.element(dialog).toMatchTextContent(/שתי רשומות שנוספו יימחקו, ושום רשומה לא תשתנה/)
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(async () => (await readImport(id)).status).toBe('done')
  await page.getByRole('button', { name: 'ביטול הייבוא' }).click()
  await dialog.getByRole('button', { name: 'ביטול הייבוא' }).click()
  await expect.element(page.getByRole('heading', { name: 'הייבוא בוטל' })).toBeVisible()
  await expect.element(page.getByText(/שינוי אחד הוחזר לקדמותו. שורה אחת נשארה כפי שהיא/)).toBeVisible()
  await page.getByText('נשארו אחרי הביטול', { exact: true }).click()
  await expect.element(rowOf(changed)).toMatchTextContent(/הפרטים השתנו מאז הייבוא/)
  await expect.element(page.getByRole('button', { name: 'ביטול הייבוא' })).not.toBeInTheDocument()
  await expect.poll(async () => (await named(changed))[0]!.deleted_at).toBeNull()
})

test('an import without importable rows cannot be started, and offers the error file', async () => {
  const id = await previewList(['שם,טלפון', `,${uniquePhone()}`])
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await expect.element(page.getByRole('button', { name: 'אין מה לייבא' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'קובץ השגיאות' })).toBeVisible()
  await page.getByRole('link', { name: 'שינוי כללים' }).click()
  await expect.element(page.getByText(/שלב 3 מתוך 5/)).toBeInTheDocument()
})

test('an import that a colleague has already run is not run again and shows its result', async () => {
  const name = unique('פעם אחת')
  const id = await previewList(['שם,טלפון', `${name},${uniquePhone()}`])
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  const run = page.getByRole('button', { name: 'ייבוא של רשומה אחת' })
  await expect.element(run).toBeVisible()
  await backendAs('admin').functions.invoke('run-import', { body: { importId: id } })
  await run.click()
  await expect.element(page.getByText('הייבוא כבר בשלב אחר. העמוד רוענן')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'יובאה רשומה אחת, ללא כפילויות' })).toBeVisible()
  await expect.poll(() => named(name)).toHaveLength(1)
})

test('deleting an import returns to the upload, and its former URL shows that it does not exist', async () => {
  const id = await uploadList(['שם,טלפון', `${unique('זמני')},${uniquePhone()}`])
  const { router } = await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await page.getByRole('button', { name: 'הסרת הקובץ' }).click()
  await expect.element(page.getByText('הקובץ הוסר, ולא נרשם ממנו דבר')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/contacts/import')
  await router.navigate(`/crm/contacts/import/${id}`)
  await expect.element(page.getByText(/^הייבוא לא נמצא/)).toBeVisible()
  await page.getByRole('link', { name: 'לכל הייבואים' }).click()
  await expect.element(page.getByRole('heading', { name: 'ייבואים', level: 1 })).toBeVisible()
})
