// The contact list, filtered to the contacts of one test.
import { expect } from 'vitest'
import type { Role } from '#platform/accounts/roles.ts'
import { addContact, uniqueName } from './own-rows.ts'
import { backendAs, openScreen } from './render.tsx'

/** The names in the table, in display order. */
export const shown = () => [...document.querySelectorAll('[data-person]')].map((link) => link.textContent)

/** Opens the list filtered to these first names, which share a unique family name, sorted by name. */
export async function openList(as: Role, firstNames: string[], more = '') {
  const word = uniqueName()
  const people = await Promise.all(firstNames.map((first_name) => addContact({ first_name, last_name: word })))
  const { router, connection } = await openScreen(`/crm/contacts?q=${encodeURIComponent(word)}&sort=name${more}`, as)
  const names = people.map(({ full_name }) => full_name)
  await expect.poll(shown).toEqual(names)
  return { word, people, names, router, connection }
}

export async function readContacts(ids: string[]) {
  const { data } = await backendAs('owner')
    .from('contacts')
    .select('*, tags:contact_tags(tag_id)')
    .in('id', ids)
    .order('first_name')
    .throwOnError()
  return data
}
