import type { Role } from '#platform/accounts/roles.ts'
import { backendAs } from './render.tsx'

type Wanted = { first?: string; last?: string; phone?: string; email?: string; as?: Role }

/** Creates a contact for one test, owned by the account that creates it. */
export async function makeContact({ first = 'נועה', last = 'לוי', phone, email, as = 'owner' }: Wanted = {}) {
  const { data } = await backendAs(as)
    .rpc('add_contact', { first_name: first, last_name: last, ...(phone && { phone }), ...(email && { email }) })
    .throwOnError()
  return data
}

/** A unique phone number. */
export const newPhone = () =>
  `+97250${String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10_000_000).padStart(7, '0')}`

export const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 6)}`
