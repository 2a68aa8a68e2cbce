import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'

/** Contacts with these first names and a unique last name, so that a search for it lists exactly them. */
export async function addMarked<Name extends string>(...names: Name[]) {
  const mark = unique('מש').replace(' ', '')
  const contacts = new Map<string, Awaited<ReturnType<typeof addContact>>>()
  for (const first_name of names) contacts.set(first_name, await addContact({ first_name, last_name: mark }))
  return { mark, contact: (name: Name) => contacts.get(name)! }
}

/** Opens the list filtered by this last name. */
export async function openList(mark: string, { as = 'owner', more = '' }: { as?: Role; more?: string } = {}) {
  const screen = await openScreen(`/crm/contacts?q=${encodeURIComponent(mark)}${more}`, as)
  await expect.element(row(mark).first()).toBeVisible()
  return screen
}

export const row = (text: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ hasText: new RegExp(text) })

/** The first names of the listed contacts, in order. */
export const listed = () =>
  [...document.querySelectorAll('a[data-person]')].map((link) => link.textContent.split(' ')[0])
