import { MutationObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testBrowser } from '../../../test/browser.ts'
import { testDatabase } from '../../../test/database.ts'
import { openQueries } from '#client/query.ts'
import { contactChange, contactKey, readContact } from '#features/contacts/contacts.data.ts'
import { editInList } from './contact-bulk.data.ts'
import type { ListedContact } from './contact-list.data.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'

const db = await testDatabase()
const { ids } = await makeActors(db)
const { backend } = await testBrowser(db, ids.admin)

async function opened() {
  const [row] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  const contact = (await readContact(backend, row!.id))!
  const queries = openQueries()
  queries.setQueryData(contactKey(contact.id), contact)
  const change = new MutationObserver(queries, contactChange(backend, queries, contact.id))
  const edit = new MutationObserver(queries, editInList(backend, queries, contact.id))
  const shown = () => queries.getQueryData(contactKey(contact.id))
  return { contact, change, edit, shown, asRow: contact as unknown as ListedContact }
}
const stored = async (id: string) =>
  (await db.sql(`select last_name, source, lifecycle from contacts where id = $1`, [id]))[0]

test('two rapid edits of one contact are both saved, and both stay visible throughout', async () => {
  const { contact, change, shown } = await opened()
  const first = change.mutate({ seen: contact, changes: { last_name: 'לדוגמה' } })
  const second = change.mutate({ seen: contact, changes: { source: 'המלצה' } })
  await first
  expect(shown()).toMatchObject({ last_name: 'לדוגמה', full_name: 'נועה לדוגמה', source: 'המלצה' })
  await second
  expect(shown()).toMatchObject({ last_name: 'לדוגמה', source: 'המלצה', version: contact.version + 2 })
  expect(await stored(contact.id)).toMatchObject({ last_name: 'לדוגמה', source: 'המלצה' })
})

test('a concurrent change by a colleague raises a conflict, and its value is shown', async () => {
  const { contact, change, shown } = await opened()
  await change.mutate({ seen: contact, changes: { last_name: 'לדוגמה' } })
  await db.sql(`update contacts set source = 'אתר' where id = $1`, [contact.id])
  await expect(change.mutate({ seen: contact, changes: { source: 'המלצה' } })).rejects.toBeInstanceOf(EditConflict)
  expect(shown()).toMatchObject({ last_name: 'לדוגמה', source: 'אתר' })
})

test('a refused edit rolls back only itself', async () => {
  const { contact, change, shown } = await opened()
  const refused = change.mutate({ seen: contact, changes: { first_name: '' } })
  const stillPending = change.mutate({ seen: contact, changes: { source: 'המלצה' } })
  await expect(refused).rejects.toMatchObject({ code: '23514' })
  expect(shown()).toMatchObject({ first_name: 'נועה', source: 'המלצה' })
  await stillPending
  expect(await stored(contact.id)).toMatchObject({ source: 'המלצה' })
})

test('two rapid edits of one row in the list are both saved', async () => {
  const { contact, edit, asRow } = await opened()
  const toastText = 'עודכן'
  const both = [
    edit.mutate({ row: asRow, facts: { source: 'המלצה' }, toastText }),
    edit.mutate({ row: asRow, facts: { lifecycle: 'client' }, toastText }),
  ]
  expect(await Promise.all(both)).toEqual([contact.version + 1, contact.version + 2])
  expect(await stored(contact.id)).toMatchObject({ source: 'המלצה', lifecycle: 'client' })
})
