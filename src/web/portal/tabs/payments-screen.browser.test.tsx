import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, backendAsService, makeAccount, openScreen } from '../../../../test/browser/render.tsx'
import { sellToDealer } from '../../../../test/browser/sell-to-dealer.ts'

const owner = backendAs('owner')

test('an invoice that waits for its allocation number is in preparation, and has its link after the number', async () => {
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
