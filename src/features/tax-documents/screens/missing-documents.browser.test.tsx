import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { callFunction } from '#client/call-function.ts'
import { invoke } from '#client/invoke.ts'
import type { OrderPlaced } from '#features/orders/orders.ts'

const backend = backendAs('owner')

test('a document that was issued elsewhere is entered, and its payment is missing none', async () => {
  const { id } = await addContact()
  await backend.from('payments').insert({ contact_id: id, method: 'bit', amount_agorot: 12_345 }).throwOnError()
  await openScreen('/crm/payments?shown=documents', 'owner')
  const row = page.getByRole('row').filter({ hasText: '123.45' })
  await expect.element(row).toMatchTextContent(/חשבונית מס\/קבלה.*עוד לא הופק.*להפקה ידנית/)
  await row.getByRole('button', { name: 'רישום ידני' }).click()
  await dialog.getByRole('textbox', { name: /^קישור למסמך/ }).fill('example')
  await dialog.getByRole('textbox', { name: /^מספר המסמך/ }).fill('71')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(dialog.getByRole('textbox', { name: /^קישור למסמך/ })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: /^קישור למסמך/ }).fill('https://example.com/71')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await openScreen(`/crm/payment/${id}`, 'owner')
  await expect
    .element(page.getByRole('link', { name: 'חשבונית מס/קבלה 71' }))
    .toHaveAttribute('href', 'https://example.com/71')
})

/** A dealer's order above the threshold of allocation numbers, paid by transfer. */
async function sellToDealer(name: string) {
  const { anonKey } = inject('product')
  const slug = `p-${crypto.randomUUID().slice(0, 12)}`
  const product = (
    await backend
      .from('products')
      .insert({ slug, name: 'ליווי לעסק', call_way: 'buy', is_active: true })
      .select('id')
      .single()
      .throwOnError()
  ).data
  const price = (
    await backend
      .from('prices')
      .insert({ product_id: product.id, amount_agorot: 1_180_000, active_from: '2026-01-01' })
      .select('id')
      .single()
      .throwOnError()
  ).data
  const placed = await callFunction<OrderPlaced>('place-order', anonKey, {
    slug,
    priceId: price.id,
    installments: 1,
    name,
    email: `${crypto.randomUUID()}@example.com`,
    phone: `05${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`,
    invoiceName: name,
    companyNumber: '516127057',
    terms: 'on',
  })
  if (!('data' in placed)) throw new Error(`The order was not placed: ${JSON.stringify(placed)}`)
  // Other tests list what is sold.
  await backend.from('products').update({ is_active: false }).eq('id', product.id).throwOnError()
  const order = (
    await backend.from('orders').select('id, contact_id').eq('product_id', product.id).single().throwOnError()
  ).data
  await invoke(backend, 'move-order', {
    kind: 'paid_by_hand',
    orderId: order.id,
    payment: crypto.randomUUID(),
    amountAgorot: 1_180_000,
    method: 'transfer',
    reason: 'העברה בנקאית',
  })
  return order.contact_id
}

test('an invoice without its allocation number stays in the list with the reason, until the number is entered', async () => {
  const name = `עסק ${unique('לדוגמה')}`
  const contactId = await sellToDealer(name)
  await openScreen('/crm/payments?shown=documents', 'owner')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: 'רישום ידני' }).click()
  await dialog.getByRole('textbox', { name: /^מספר המסמך/ }).fill('8071')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect
    .element(row)
    .toMatchTextContent(/8071.*ממתינה למספר הקצאה.*נרשמה בלי מספר הקצאה.*לא נשלחת.*בקשו מספר הקצאה מרשות המסים/)
  await row.getByRole('button', { name: 'רישום מספר הקצאה' }).click()
  await dialog.getByRole('textbox', { name: /^מספר הקצאה/ }).fill('12345')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(dialog.getByRole('textbox', { name: /^מספר הקצאה/ })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: /^מספר הקצאה/ }).fill('123456789')
  await dialog.getByRole('button', { name: 'רישום' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await openScreen(`/crm/payment/${contactId}`, 'owner')
  await expect.element(page.getByRole('row').filter({ hasText: '8071' })).toMatchTextContent(/הקצאה 123456789/)
})
