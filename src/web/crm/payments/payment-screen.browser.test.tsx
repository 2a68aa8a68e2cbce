import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '#lib/time/dates.ts'
import { openLedger, chargesOf } from '../../../../test/browser/ledger.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { addContact } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const today = dayOf(new Date())
const balance = page.getByRole('region', { name: 'יתרה' })
const charges = page.getByRole('region', { name: 'חיובים' })
const payments = page.getByRole('region', { name: 'תשלומים שהתקבלו' })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

test('an empty ledger offers three initial actions, and the first charge shows a balance', async () => {
  const { id } = await openLedger('sales')
  await expect.element(page.getByText('עוד אין כאן חיובים')).toBeVisible()
  for (const name of ['רישום תשלום', 'תוכנית תשלומים'])
    await expect.element(page.getByRole('button', { name })).toBeVisible()
  await page.getByRole('button', { name: 'חיוב', exact: true }).click()
  const form = dialog('חיוב חדש')
  await form.getByLabelText(/^עבור מה/).fill('פגישת ייעוץ')
  await form.getByLabelText(/^סכום בשקלים/).fill('0')
  await userEvent.keyboard('{Enter}')
  await expect.element(form.getByText('יש להזין סכום גדול מאפס')).toBeVisible()
  await expect.element(form.getByLabelText(/^סכום בשקלים/)).toHaveFocus()
  await form.getByLabelText(/^סכום בשקלים/).fill('1,320')
  await userEvent.keyboard('{Enter}')
  await expect.element(balance).toMatchTextContent(/יתרה לתשלום.*1,320.*שולמו.*מתוך/)
  await expect.element(charges.getByRole('row', { name: /פגישת ייעוץ/ })).toMatchTextContent('לתשלום')
  await expect
    .poll(() => chargesOf(id))
    .toMatchObject([{ title: 'פגישת ייעוץ', amount_agorot: 132_000, due_on: today }])
  await undoLast()
  await expect.element(charges.getByRole('row', { name: /פגישת ייעוץ/ })).toMatchTextContent('בוטל: נרשם בטעות')
  await expect.poll(() => chargesOf(id)).toMatchObject([{ void_reason: 'נרשם בטעות' }])
})

test('a plan is previewed before it is created, and its remaining charges are cancelled together', async () => {
  const { id } = await openLedger('sales')
  await page.getByRole('button', { name: 'תוכנית תשלומים' }).click()
  const form = dialog('תוכנית תשלומים')
  await form.getByLabelText(/^עבור מה/).fill('ליווי')
  await form.getByLabelText(/^סכום כולל בשקלים/).fill('1000')
  await form.getByLabelText(/^כמה תשלומים/).fill('61')
  await expect.element(form.getByRole('list', { name: 'התשלומים' })).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'רישום התוכנית' }).click()
  await expect.element(form.getByText('בין 2 ל־60 תשלומים')).toBeVisible()
  await form.getByLabelText(/^כמה תשלומים/).fill('3')
  await expect.element(form.getByRole('list', { name: 'התשלומים' }).getByRole('listitem')).toHaveLength(3)
  await form.getByRole('button', { name: 'רישום התוכנית' }).click()
  await expect.element(charges).toMatchTextContent('תשלום 1 מתוך 3')
  await expect.element(page.getByRole('button', { name: 'קישור לתשלום ולשמירת כרטיס' })).toBeVisible()
  await expect
    .poll(async () => (await chargesOf(id)).reduce((sum, { amount_agorot }) => sum + amount_agorot, 0))
    .toBe(100_000)
  await charges
    .getByRole('button', { name: /^פעולות על החיוב ליווי/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'ביטול מה שנותר בתוכנית' }).click()
  const cancel = dialog('לבטל את כל מה שנותר בתוכנית?')
  await expect.element(cancel).toMatchTextContent('3 חיובים שעוד לא שולמו')
  await cancel.getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect.element(cancel.getByText('כתבו בקצרה למה')).toBeVisible()
  await cancel.getByLabelText(/^למה/).fill('הליווי הופסק')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(async () => (await chargesOf(id)).map(({ void_reason }) => void_reason))
    .toEqual(['הליווי הופסק', 'הליווי הופסק', 'הליווי הופסק'])
  await undoLast()
  await expect.poll(async () => (await chargesOf(id)).map(({ void_reason }) => void_reason)).toEqual([null, null, null])
})

test('a coach can read the ledger of a contact, but not change it', async () => {
  const contact = await addContact({}, 'coach')
  const row = { contact_id: contact.id, amount_agorot: 40_000 }
  await backend
    .from('charges')
    .insert({ ...row, title: 'ליווי', due_on: '2024-01-01' })
    .throwOnError()
  await backend
    .from('payments')
    .insert({ ...row, method: 'bit', paid_on: '2024-01-02' })
    .throwOnError()
  await openScreen(`/crm/payment/${contact.id}`, 'coach')
  await expect.element(charges).toMatchTextContent('שולם')
  for (const name of ['רישום תשלום', 'תוכנית תשלומים', 'חיוב'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^פעולות על/ })).not.toBeInTheDocument()
})

test('sales staff can record payments, but not refunds', async () => {
  await openLedger('sales', { payments: [{ amount_agorot: 50_000, method: 'bit', paid_on: '2024-03-01' }] })
  await payments.getByRole('button', { name: /^פעולות על התשלום/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'ביטול הרישום' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'רישום החזר' })).not.toBeInTheDocument()
})

test('a payment recorded by a colleague appears without a reload', async () => {
  const { id, connection } = await openLedger('sales', {
    charges: [{ title: 'ליווי', amount_agorot: 10_000, due_on: '2024-01-01' }],
  })
  await expect.element(page.getByText('עוד לא נרשמו תשלומים.')).toBeVisible()
  await untilSubscribed({ connection })
  await backendAs('admin')
    .from('payments')
    .insert({ contact_id: id, amount_agorot: 10_000, method: 'bit', paid_on: '2024-01-02' })
    .throwOnError()
  await expect.element(charges).toMatchTextContent('שולם')
  await expect.element(payments).toMatchTextContent('אורן לדוגמה')
})
