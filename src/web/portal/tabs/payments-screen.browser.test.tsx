import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { sellToDealer } from '../../../../test/browser/sell-to-dealer.ts'

const owner = backendAs('owner')

test('an invoice without its allocation number is shown as in preparation, and is linked once it has the number', async () => {
  const [client, contactId] = [await makeAccount('client'), await sellToDealer(unique('עסק'))]
  await backendAsService().from('contacts').update({ client_user_id: client.id }).eq('id', contactId).throwOnError()
  const { data: document } = await owner
    .from('tax_documents')
    .select('id')
    .eq('contact_id', contactId)
    .single()
    .throwOnError()
  const url = 'https://example.com/8072'
  await owner.rpc('enter_tax_document', { document: document.id, number: '8072', url }).throwOnError()
  await openScreen('/client-portal/payments', client)
  const entry = page.getByRole('listitem').filter({ hasText: 'תשלום בהעברה' })
  await expect.element(entry).toMatchTextContent(/11,800.*חשבונית מס\/קבלה בהכנה$/)
  await owner.rpc('enter_allocation_number', { document: document.id, allocation_number: '123456789' }).throwOnError()
  await openScreen('/client-portal/payments', client)
  await expect.element(page.getByRole('link', { name: 'חשבונית מס/קבלה 8072' })).toHaveAttribute('href', url)
})

test('a payment link from staff is listed as payable with its expiry day, and a cancelled order is refused with a message', async () => {
  const { account, contactId } = await makeClient()
  const { data: product } = await owner.from('products').select('id').limit(1).single().throwOnError()
  const title = unique('תשלום ראשון')
  const link = { contactId, productId: product.id, title, amountAgorot: 80_000, mostInstallments: 1, days: 7 }
  const response = await owner.functions.invoke('charge-by-link', {
    body: { kind: 'new', ...link, name: 'נועה', email: account.email },
  })
  expect(response.error).toBe(null)
  await owner
    .from('charges')
    .insert({ contact_id: contactId, title: unique('ליווי'), amount_agorot: 30_000, due_on: '2098-01-05' })
    .throwOnError()
  await openScreen('/client-portal/payments', account)
  const waiting = page.getByRole('region', { name: 'מחכה לתשלום' })
  await expect.element(waiting.getByRole('listitem')).toMatchTextContent(/800.*אפשר לשלם כאן עד/)
  await expect.element(page.getByRole('region', { name: 'התשלום הבא' })).not.toMatchTextContent(/אין מה לשלם/)
  const { data: order } = await owner.from('orders').select('id').eq('title', title).single().throwOnError()
  const ended = await owner.functions.invoke('move-order', {
    body: { orderId: order.id, kind: 'cancelled', reason: 'שולם בהעברה' },
  })
  expect(ended.error).toBe(null)
  await waiting.getByRole('button', { name: /^לתשלום: / }).click()
  await expect.element(page.getByText('ההזמנה כבר לא מחכה לתשלום. המסך רוענן')).toBeVisible()
  await expect.poll(() => waiting.elements()).toEqual([])
  await expect.poll(() => document.activeElement).not.toBe(document.body)
})

test('the balance shows the due amount, or the next payment with its day, and suggests to request a link only for a due amount', async () => {
  const { account, contactId } = await makeClient()
  const question = page.getByRole('link', { name: 'שאלה על התשלום' })
  const charge = (amount_agorot: number, due_on: string) =>
    owner
      .from('charges')
      .insert({ contact_id: contactId, title: unique('ליווי'), amount_agorot, due_on })
      .throwOnError()
  const paid = await openScreen('/client-portal/payments', account)
  await expect.element(page.getByRole('region', { name: 'הכול שולם' })).toBeVisible()
  await expect.element(page.getByText('חיובים, תשלומים וקבלות יופיעו כאן.')).toBeVisible()
  expect(question.elements()).toEqual([])
  await paid.unmount()

  await charge(30_000, '2098-01-05')
  await charge(20_000, '2099-01-05')
  const ahead = await openScreen('/client-portal/payments', account)
  const next = page.getByRole('region', { name: 'התשלום הבא' })
  await expect.element(next).toMatchTextContent(/300.*ב־5 בינואר 2098\. עכשיו אין מה לשלם\..*נשאר בסך הכול: .*500/)
  await expect.element(question).toHaveAttribute('href', '/client-portal/messages')
  expect(page.getByText(/אפשר לבקש אותו/).elements()).toEqual([])
  await ahead.unmount()

  await charge(90_000, '2023-01-01')
  await owner.from('payments').insert({ contact_id: contactId, method: 'bit', amount_agorot: 10_000 }).throwOnError()
  await openScreen('/client-portal/payments', account)
  const due = page.getByRole('region', { name: 'לתשלום עכשיו' })
  await expect
    .element(due)
    .toMatchTextContent(/800.*התשלום הבא: .*300.*, ב־5 בינואר 2098.*1,300.*אפשר לבקש אותו בהודעה/)
  await expect
    .element(page.getByRole('listitem').filter({ hasText: /: \D*900/ }))
    .toMatchTextContent(/2023, נשאר .*800/)
})
