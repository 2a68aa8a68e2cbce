import { backendAs } from './render.tsx'
import { unique } from './unique.ts'

type Known = Partial<{ first_name: string; last_name: string; phone: string; email: string }>

/** Adds a contact with a unique name for one test. */
export async function addContact(known: Known = {}) {
  const { data } = await backendAs('owner')
    .rpc('add_contact', { first_name: 'נועה', last_name: unique('בדיקה'), ...known })
    .throwOnError()
  return data
}
