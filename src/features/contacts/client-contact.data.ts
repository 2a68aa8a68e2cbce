// The contact of a signed-in client (spec §7).
import type { Backend } from '#client/backend.ts'
import type { Contact } from './contacts.ts'

export type ClientContact = Pick<Contact, 'id' | 'first_name' | 'full_name' | 'client_user_id'>

/** Null if no contact is linked to the account. */
export async function readClientContact(backend: Backend, userId: string): Promise<ClientContact | null> {
  const { data } = await backend
    .from('contacts')
    .select('id, first_name, full_name, client_user_id')
    .eq('client_user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}
