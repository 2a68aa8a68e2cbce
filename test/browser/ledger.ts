// The ledger of a contact that the test creates.
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { addContact } from './own-rows.ts'
import { backendAs, openScreen } from './render.tsx'

const backend = backendAs('owner')

type Charge = { title: string; amount_agorot: number; due_on: string }
type Payment = { amount_agorot: number; method: 'transfer' | 'bit' | 'cash' | 'cheque'; paid_on: string }

/** Opens the ledger of a new contact. */
export async function openLedger(as: Role, rows: { charges?: Charge[]; payments?: Payment[] } = {}) {
  const contact = await addContact()
  const of = { contact_id: contact.id }
  if (rows.charges)
    await backend
      .from('charges')
      .insert(rows.charges.map((row) => ({ ...row, ...of })))
      .throwOnError()
  if (rows.payments)
    await backend
      .from('payments')
      .insert(rows.payments.map((row) => ({ ...row, ...of })))
      .throwOnError()
  const { connection } = await openScreen(`/crm/payment/${contact.id}`, as)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(`תשלומים: ${contact.full_name}`)
  return { ...contact, connection }
}

export const paymentsOf = async (contact_id: string) =>
  (await backend.from('payments').select().eq('contact_id', contact_id).order('recorded_at').throwOnError()).data
export const chargesOf = async (contact_id: string) =>
  (await backend.from('charges').select().eq('contact_id', contact_id).order('due_on').throwOnError()).data
