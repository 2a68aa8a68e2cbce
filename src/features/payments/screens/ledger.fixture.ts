// Charges and payments for tests.
import type { TablesInsert } from '#client/database.types.ts'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs } from '../../../../test/browser/render.tsx'

export const backend = backendAs('owner')

type Charge = Omit<TablesInsert<'charges'>, 'contact_id'>

/** Creates a contact with these charges. */
export async function addDebtor(...charges: Charge[]) {
  const contact = await addContact()
  if (charges.length > 0)
    await backend
      .from('charges')
      .insert(charges.map((charge) => ({ ...charge, contact_id: contact.id })))
      .throwOnError()
  return contact
}

export async function readCharges(contactId: string) {
  const { data } = await backend.from('charges').select('*').eq('contact_id', contactId).order('due_on').throwOnError()
  return data
}

export async function readPayments(contactId: string) {
  const { data } = await backend.from('payments').select('*').eq('contact_id', contactId).throwOnError()
  return data
}
