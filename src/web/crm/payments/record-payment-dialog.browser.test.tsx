import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { formatDayInput } from '#lib/time/parse-day-input.ts'
import { openLedger, paymentsOf, chargesOf } from '../../../../test/browser/ledger.ts'
import { holdNextRequest, loseNextRequest } from '../../../../test/browser/network.ts'
import { backendAs } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const today = dayOf(new Date())
const message = page.getByRole('region', { name: 'הודעות' })
const balance = page.getByRole('region', { name: 'יתרה' })
const charges = page.getByRole('region', { name: 'חיובים' })
const payments = page.getByRole('region', { name: 'תשלומים שהתקבלו' })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

test('a payment defaults to the due amount, settles the oldest charge, and adds a task for its receipt', async () => {
  const { id, full_name } = await openLedger('sales', {
    charges: [
      { title: 'תשלום ישן', amount_agorot: 100_000, due_on: '2024-01-01' },
      { title: 'תשלום עתידי', amount_agorot: 50_000, due_on: addDays(today, 40) },
    ],
  })
  await expect.element(balance).toMatchTextContent(/באיחור.*1,000/)
  await page.getByRole('button', { name: 'רישום תשלום' }).click()
  const form = dialog('רישום תשלום')
  await expect.element(form.getByLabelText(/^סכום בשקלים/)).toHaveValue('1000')
  await form.getByLabelText(/^איך/).selectOptions('bit')
  await form.getByLabelText(/^אסמכתה/).fill('9981')
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(charges.getByRole('row', { name: /תשלום ישן/ })).toMatchTextContent('שולם')
  await expect.element(balance).not.toMatchTextContent('באיחור')
  await expect.element(payments).toMatchTextContent(/ביט.*אסמכתה 9981.*עוד לא הופק/)
  await expect
    .poll(() => paymentsOf(id))
    .toMatchObject([{ amount_agorot: 100_000, method: 'bit', reference: '9981', charge_id: null }])
  await expect
    .poll(async () => (await backend.from('tasks').select('name, due_date').eq('contact_id', id).throwOnError()).data)
    .toMatchObject([{ name: expect.stringContaining(`ל${full_name}`), due_date: today }])
  await undoLast()
  await expect.element(payments).toMatchTextContent('בוטל: נרשם בטעות')
  await expect.element(balance).toMatchTextContent(/באיחור.*1,000/)
})

test('a payment with a receipt number offers and adds no task for the receipt', async () => {
  const { id } = await openLedger('sales')
  await page.getByRole('button', { name: 'רישום תשלום' }).click()
  const form = dialog('רישום תשלום')
  await expect.element(form.getByLabelText(/^סכום בשקלים/)).toHaveValue('')
  await form.getByLabelText(/^סכום בשקלים/).fill('200')
  await expect.element(form.getByRole('checkbox', { name: 'להוסיף לי משימה להפיק מסמך' })).toBeChecked()
  await form.getByLabelText(/^מספר הקבלה או החשבונית/).fill('1044')
  await expect.element(form.getByRole('checkbox')).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(payments).toMatchTextContent('1044')
  await expect.element(balance).toMatchTextContent(/יתרת זכות.*200.*התקבלו/)
  await expect
    .poll(async () => (await backend.from('tasks').select('name').eq('contact_id', id).throwOnError()).data)
    .toEqual([])
})

test('a cheque may be post-dated and is in the balance from its date on; other methods may not be post-dated', async () => {
  const { id } = await openLedger('sales', {
    charges: [{ title: 'ליווי', amount_agorot: 300_000, due_on: addDays(today, 5) }],
  })
  await page.getByRole('button', { name: 'רישום תשלום' }).click()
  const form = dialog('רישום תשלום')
  await form.getByLabelText(/^תאריך/).fill(addDays(today, 30))
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(form.getByText('תאריך התשלום עוד לא הגיע. רק לצ׳ק אפשר לרשום תאריך עתידי')).toBeVisible()
  await expect.element(form.getByLabelText(/^תאריך/)).toHaveFocus()
  await form.getByLabelText(/^איך/).selectOptions('cheque')
  await expect
    .element(form.getByLabelText('התאריך על הצ׳ק', { exact: false }))
    .toHaveValue(formatDayInput(addDays(today, 30)))
  await form.getByLabelText(/^מספר הצ׳ק/).fill('70012')
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(balance).toMatchTextContent(/צ׳קים שמועדם לא הגיע.*3,000/)
  await expect.element(payments).toMatchTextContent(/צ׳ק 70012.*עוד לא הגיע מועדו/)
  await expect.element(balance).toMatchTextContent(/יתרה לתשלום.*3,000/)
  await expect.poll(() => paymentsOf(id)).toHaveLength(1)
})

test('a large cash amount is allowed with a warning, which depends on amount and method', async () => {
  await openLedger('sales')
  await page.getByRole('button', { name: 'רישום תשלום' }).click()
  const form = dialog('רישום תשלום')
  const care = form.getByText(/^החוק מגביל תשלום במזומן/)
  await form.getByLabelText(/^איך/).selectOptions('cash')
  await form.getByLabelText(/^סכום בשקלים/).fill('6,000')
  await expect.element(care).not.toBeInTheDocument()
  await form.getByLabelText(/^סכום בשקלים/).fill('6,001')
  await expect.element(care).toBeVisible()
  await form.getByLabelText(/^איך/).selectOptions('transfer')
  await expect.element(care).not.toBeInTheDocument()
})

test('a payment for one charge is applied to it, even if another charge is older', async () => {
  const { id } = await openLedger('sales', {
    charges: [
      { title: 'הישן', amount_agorot: 10_000, due_on: addDays(today, 5) },
      { title: 'הנבחר', amount_agorot: 20_000, due_on: addDays(today, 9) },
    ],
  })
  await charges.getByRole('button', { name: /^פעולות על החיוב הנבחר/ }).click()
  await page.getByRole('menuitem', { name: 'רישום תשלום על החיוב הזה' }).click()
  const form = dialog('רישום תשלום')
  await expect.element(form).toMatchTextContent('על הנבחר')
  await expect.element(form.getByLabelText(/^סכום בשקלים/)).toHaveValue('200')
  await form.getByLabelText(/^סכום בשקלים/).fill('150')
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(charges.getByRole('row', { name: /הנבחר/ })).toMatchTextContent('שולם בחלקו')
  await expect.element(charges.getByRole('row', { name: /הישן/ })).toMatchTextContent('לתשלום')
  const [charge] = (await chargesOf(id)).filter(({ title }) => title === 'הנבחר')
  await expect.poll(() => paymentsOf(id)).toMatchObject([{ charge_id: charge!.id, amount_agorot: 15_000 }])
})

test('a refund shows the refundable amount, requires a reason, and is refused above that amount', async () => {
  const { id } = await openLedger('owner', {
    payments: [{ amount_agorot: 50_000, method: 'bit', paid_on: '2024-03-01' }],
  })
  await payments.getByRole('button', { name: /^פעולות על התשלום/ }).click()
  await page.getByRole('menuitem', { name: 'רישום החזר' }).click()
  const form = dialog('רישום החזר')
  await expect.element(form).toMatchTextContent(/אפשר להחזיר עד .*500/)
  await expect.element(form.getByLabelText(/^איך/)).toHaveValue('bit')
  await form.getByLabelText(/^סכום בשקלים/).fill('600')
  await form.getByLabelText(/^למה הכסף מוחזר/).fill('פגישה שבוטלה')
  await form.getByRole('button', { name: 'רישום החזר' }).click()
  await expect.element(form.getByText('הסכום גדול ממה שנשאר להחזיר מהתשלום הזה')).toBeVisible()
  await form.getByLabelText(/^סכום בשקלים/).fill('200')
  await form.getByRole('button', { name: 'רישום החזר' }).click()
  await expect.element(payments).toMatchTextContent(/החזר .*200/)
  await expect.element(payments).toMatchTextContent('הסיבה: פגישה שבוטלה')
  const [paid, refund] = await paymentsOf(id)
  expect(refund).toMatchObject({
    kind: 'refund',
    refund_of: paid!.id,
    amount_agorot: 20_000,
    refund_reason: 'פגישה שבוטלה',
  })
  await payments.getByRole('button', { name: /^פעולות על התשלום .*500/ }).click()
  await page.getByRole('menuitem', { name: 'ביטול הרישום' }).click()
  await dialog('לבטל את הרישום?').getByLabelText(/^למה/).fill('טעות')
  await dialog('לבטל את הרישום?').getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect.element(dialog('לבטל את הרישום?')).toMatchTextContent('על התשלום הזה כבר נרשם החזר')
})

test('a refund recorded in another window is not undone by Ctrl+Z, but can be cancelled from its menu', async () => {
  const { id } = await openLedger('owner', {
    payments: [{ amount_agorot: 50_000, method: 'bit', paid_on: '2024-03-01' }],
  })
  const [paid] = await paymentsOf(id)
  await backend
    .from('payments')
    .insert({
      contact_id: id,
      kind: 'refund',
      refund_of: paid!.id,
      refund_reason: 'פגישה שבוטלה',
      amount_agorot: 20_000,
      method: 'bit',
      paid_on: today,
    })
    .throwOnError()
  await page.getByRole('heading', { level: 1 }).click()
  const menu = payments.getByRole('button', { name: /^פעולות על התשלום .*200/ })
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await menu.click()
  await page.getByRole('menuitem', { name: 'ביטול הרישום' }).click()
  const question = dialog('לבטל את הרישום?')
  await question.getByLabelText(/^למה/).fill('נרשם פעמיים')
  await question.getByRole('button', { name: 'ביטול הרישום' }).click()
  await expect.element(payments).toMatchTextContent('נרשם פעמיים')
  expect((await paymentsOf(id)).map(({ void_reason }) => void_reason)).toEqual([null, 'נרשם פעמיים'])
})

test('a payment whose response was lost is recorded once, even after a retry', async () => {
  const { id } = await openLedger('sales')
  await page.getByRole('button', { name: 'רישום תשלום' }).click()
  const form = dialog('רישום תשלום')
  await form.getByLabelText(/^סכום בשקלים/).fill('300')
  loseNextRequest('POST /rest/v1/payments')
  await form.getByRole('button', { name: 'רישום תשלום' }).click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('אין חיבור לשרת')
  await expect.element(form.getByLabelText(/^סכום בשקלים/)).toHaveValue('300')
  const held = holdNextRequest('POST /rest/v1/payments')
  await form.getByLabelText(/^סכום בשקלים/).click()
  await userEvent.keyboard('{Enter}{Enter}')
  await held.sent
  held.release()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(message).toMatchTextContent('התשלום נרשם')
  await expect.poll(() => paymentsOf(id)).toHaveLength(1)
})
