import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../../test/browser/make-contact.ts'
import { addContact, uniquePhone } from '../../../../test/browser/own-rows.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('owner')
const orderOf = async (title: string) =>
  (await backend.from('orders').select('amount_agorot, charge_id, by_staff, email').eq('title', title).throwOnError())
    .data

const addCharge = (charge: { contact_id: string; title: string; amount_agorot: number }) =>
  backend
    .from('charges')
    .insert({ ...charge, due_on: '2023-01-01' })
    .throwOnError()

/** Types the invoice address and creates the link. */
async function makeLink() {
  await dialog.getByLabelText(/^דוא״ל לחשבונית/).fill('noa@example.com')
  await dialog.getByRole('button', { name: 'יצירת הקישור' }).click()
  await expect.element(dialog.getByLabelText('הקישור לתשלום')).toHaveValue(expect.stringMatching(/\/checkout\?order=/))
}

test('the payment link of an open charge has its exact amount, and can be copied and sent', async () => {
  const title = unique('פגישה')
  const { id } = await addContact({ phone: uniquePhone() })
  await addCharge({ contact_id: id, title, amount_agorot: 49_000 })
  await openScreen(`/crm/payment/${id}`, 'sales')
  await page.getByRole('button', { name: new RegExp(`^פעולות על החיוב ${title}`) }).click()
  await page.getByRole('menuitem', { name: 'קישור לתשלום' }).click()
  await expect.element(dialog).toMatchTextContent(new RegExp(`${title}, .*490`))
  await makeLink()
  await expect.element(dialog.getByRole('button', { name: 'העתקה' })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'שליחה בדוא״ל' })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
  const [charge] = (await backend.from('charges').select('id').eq('contact_id', id).throwOnError()).data
  expect(await orderOf(title)).toEqual([
    { amount_agorot: 49_000, charge_id: charge!.id, by_staff: true, email: 'noa@example.com' },
  ])
})

async function addDue() {
  const title = unique('ליווי')
  const { id } = await addContact({}, 'coach')
  await addCharge({ contact_id: id, title, amount_agorot: 61_000 })
  return { title, row: page.getByRole('row').filter({ hasText: title }) }
}

test('due charges in the list of all payments have a payment link', async () => {
  const { title, row } = await addDue()
  await openScreen('/crm/payments?shown=due', 'sales')
  await row.getByRole('button', { name: /^קישור לתשלום/ }).click()
  await makeLink()
  expect(await orderOf(title)).toMatchObject([{ amount_agorot: 61_000 }])
})

test('a coach can read due charges, but not create a link', async () => {
  const { row } = await addDue()
  await openScreen('/crm/payments?shown=due', 'coach')
  await expect.element(row).toBeVisible()
  await expect.element(row.getByRole('button')).not.toBeInTheDocument()
})
