import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf, backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { addDebtor, backend, readCharges, readPayments } from './ledger.fixture.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const field = (name: string | RegExp) => dialog.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const balance = page.getByRole('region', { name: 'יתרה' })
const charges = page.getByRole('region', { name: 'חיובים' })
const openScreenOf = (contactId: string, as: 'owner' | 'sales' | 'coach' = 'owner') =>
  openScreen(`/crm/payment/${contactId}`, as)

test('a charge is entered in shekels, requires an amount, counts in the balance, and is voided by undo', async () => {
  const { id } = await addDebtor()
  await openScreenOf(id)
  await button('חיוב').first().click()
  await field('עבור מה').fill('פגישת ייעוץ')
  await field('סכום בשקלים').fill('אפס')
  await dialog.getByRole('button', { name: 'רישום החיוב' }).click()
  await expect.element(field('סכום בשקלים')).toHaveAttribute('aria-invalid', 'true')
  await field('סכום בשקלים').fill('1,250.50')
  await dialog.getByLabelText(/^לתשלום עד/).fill('2026-01-05')
  await dialog.getByRole('button', { name: 'רישום החיוב' }).click()
  await expect.element(balance).toMatchTextContent(/יתרה לתשלום.*1,250\.50/)
  await expect.element(balance).toMatchTextContent(/באיחור/)
  await expect
    .poll(() => readCharges(id))
    .toMatchObject([{ title: 'פגישת ייעוץ', amount_agorot: 125_050, due_on: '2026-01-05' }])
  await undoLast()
  await expect.element(charges.getByText('בוטל', { exact: true })).toBeVisible()
  await expect.poll(async () => (await readCharges(id))[0]).toMatchObject({ void_reason: 'נרשם בטעות' })
})

test('a plan previews its dates, avoiding days of rest, and its unpaid charges are voided together', async () => {
  const { id } = await addDebtor()
  await openScreenOf(id)
  await button('תוכנית תשלומים').first().click()
  await field('עבור מה').fill('ליווי')
  await field('סכום כולל בשקלים').fill('1000')
  await field('כמה תשלומים').fill('1')
  await dialog.getByRole('button', { name: 'רישום התוכנית' }).click()
  await expect.element(field('כמה תשלומים')).toHaveAccessibleDescription('בין 2 ל־60 תשלומים')
  await field('כמה תשלומים').fill('3')
  // 2027-01-09 is a Saturday.
  await dialog.getByLabelText(/^התשלום הראשון/).fill('2027-01-09')
  const preview = dialog.getByRole('list', { name: 'התשלומים' }).getByRole('listitem')
  await expect.poll(() => preview.elements().length).toBe(3)
  await expect.element(preview.first()).toMatchTextContent(/10\.1\.2027.*במקום 9\.1\.2027/)
  await dialog.getByRole('button', { name: 'רישום התוכנית' }).click()
  await expect.element(charges.getByText('תשלום 1 מתוך 3')).toBeVisible()
  await expect
    .poll(async () => (await readCharges(id)).reduce((sum, { amount_agorot }) => sum + amount_agorot, 0))
    .toBe(100_000)
  await charges
    .getByRole('button', { name: /^פעולות על החיוב ליווי/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'ביטול מה שנותר בתוכנית' }).click()
  await dialog.getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect.element(field('למה')).toHaveAttribute('aria-invalid', 'true')
  await field('למה').fill('הפסיקו')
  await dialog.getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect
    .poll(async () => (await readCharges(id)).map(({ void_reason }) => void_reason))
    .toEqual(Array(3).fill('הפסיקו'))
  await undoLast()
  await expect
    .poll(async () => (await readCharges(id)).map(({ void_reason }) => void_reason))
    .toEqual([null, null, null])
})

test('a plan with dates beyond the allowed range is refused with a reason', async () => {
  const { id } = await addDebtor()
  await openScreenOf(id)
  await button('תוכנית תשלומים').first().click()
  await field('עבור מה').fill('ליווי')
  await field('סכום כולל בשקלים').fill('1000')
  const first = dialog.getByLabelText(/^התשלום הראשון/)
  await first.fill('2099-10-05')
  await dialog.getByRole('button', { name: 'רישום התוכנית' }).click()
  await expect.element(first).toHaveAccessibleDescription(/התאריך אינו תקין/)
  await expect.poll(() => readCharges(id)).toEqual([])
})

test('a voided charge can be restored from its menu', async () => {
  const { id } = await addDebtor({ title: 'סדנה', amount_agorot: 40_000, due_on: '2030-01-06' })
  await backend.from('charges').update({ void_reason: 'טעות' }).eq('contact_id', id).throwOnError()
  await openScreenOf(id)
  await expect.element(charges.getByText('בוטל: טעות')).toBeVisible()
  await charges.getByRole('button', { name: /^פעולות על החיוב סדנה/ }).click()
  await expect.element(page.getByRole('menuitem', { name: /רישום תשלום/ })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'החזרת החיוב לתוקף' }).click()
  await expect.element(balance).toMatchTextContent(/יתרה לתשלום.*400/)
  await expect.poll(async () => (await readCharges(id))[0]!.void_reason).toBeNull()
})

test('a payment recorded by a colleague appears live, its notes can be edited, and voiding it updates the balance', async () => {
  const { id } = await addDebtor({ title: 'סדנה', amount_agorot: 40_000, due_on: '2030-01-06' })
  await openScreenOf(id)
  await expect.element(page.getByText('עוד לא נרשמו תשלומים.')).toBeVisible()
  await backendAs('admin')
    .from('payments')
    .insert({ contact_id: id, kind: 'payment', amount_agorot: 15_000, method: 'transfer', paid_on: '2026-01-07' })
    .throwOnError()
  const payments = page.getByRole('region', { name: 'תשלומים שהתקבלו' })
  await expect.element(payments.getByText('עוד לא הופק')).toBeVisible()
  await expect.element(balance).toMatchTextContent(/שולמו.*150.*מתוך.*400/)
  const menu = payments.getByRole('button', { name: /^פעולות על התשלום/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'מסמך והערה' }).click()
  await field(/^מספר הקבלה/).fill('A-17')
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(payments.getByText('A-17')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'ביטול הרישום' }).click()
  await field('למה').fill('נרשם פעמיים')
  await dialog.getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect.element(balance).toMatchTextContent(/שולמו.*0.*מתוך.*400/)
  await expect
    .poll(async () => (await readPayments(id))[0])
    .toMatchObject({ document_number: 'A-17', void_reason: 'נרשם פעמיים' })
})

test("a colleague's note on a payment during the edit is not overwritten, until the edit is saved again", async () => {
  const { id } = await addDebtor({ title: 'סדנה', amount_agorot: 40_000, due_on: '2030-01-06' })
  await backend
    .from('payments')
    .insert({ contact_id: id, kind: 'payment', amount_agorot: 15_000, method: 'transfer', paid_on: '2026-01-07' })
    .throwOnError()
  await openScreenOf(id)
  const payments = page.getByRole('region', { name: 'תשלומים שהתקבלו' })
  await payments.getByRole('button', { name: /^פעולות על התשלום/ }).click()
  await page.getByRole('menuitem', { name: 'מסמך והערה' }).click()
  await field(/^הערה/).fill('שלי')
  await backendAs('admin').from('payments').update({ note: 'של דנה' }).eq('contact_id', id).throwOnError()
  const save = dialog.getByRole('button', { name: 'שמירה' })
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו אחר שמר קודם/)
  await expect.element(field(/^הערה/)).toHaveValue('שלי')
  expect(await readPayments(id)).toMatchObject([{ note: 'של דנה' }])
  await save.click()
  await expect.poll(() => readPayments(id)).toMatchObject([{ note: 'שלי' }])
})

test('coaches see the ledger without any actions', async () => {
  const { id } = await addDebtor({ title: 'סדנה', amount_agorot: 40_000, due_on: '2030-01-06' })
  await backend
    .from('contacts')
    .update({ owner_id: accountOf('coach').session.user.id })
    .eq('id', id)
    .throwOnError()
  await openScreenOf(id, 'coach')
  await expect.element(charges.getByText('סדנה')).toBeVisible()
  await expect.element(charges.getByRole('button')).not.toBeInTheDocument()
  for (const name of ['חיוב', 'תוכנית תשלומים']) await expect.element(button(name)).not.toBeInTheDocument()
})
