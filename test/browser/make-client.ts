import { makeContact, unique } from './make-contact.ts'
import { backendAsService, makeAccount } from './render.tsx'

/** Creates a client: a contact with an account. */
export async function makeClient({ first }: { first?: string } = {}) {
  const account = await makeAccount('client')
  const { id } = await makeContact({ ...(first && { first }), last: unique('לוי') })
  await backendAsService().from('contacts').update({ client_user_id: account.id }).eq('id', id).throwOnError()
  return { account, contactId: id }
}
