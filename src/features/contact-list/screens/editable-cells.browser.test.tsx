import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf, backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { readChunk } from '../contact-list.data.ts'
import { LifecycleCell } from './editable-cells.tsx'
import { addMarked, openList } from './marked-contacts.fixture.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const cell = (label: string, name: string) => page.getByRole('button', { name: new RegExp(`^${label} של ${name}:`) })
const option = (text: string) => page.getByRole('menuitemradio', { name: text })
/** Selects a value, which closes the menu. */
async function choose(text: string) {
  await option(text).click()
  await expect.element(option(text)).not.toBeInTheDocument()
}
const readContact = async (id: string) => {
  const { data } = await backend
    .from('contacts')
    .select('lifecycle, owner_id, source')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

test('a lifecycle selected in the list is saved, and reverted by undo', async () => {
  const { mark, contact } = await addMarked('אבי')
  const { id } = contact('אבי')
  await openList(mark)
  const lifecycle = cell('סוג', `אבי ${mark}`)
  await lifecycle.click()
  await choose('לקוח/ה')
  await expect.element(lifecycle).toMatchTextContent(/לקוח/)
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('client')
  await undoLast()
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('lead')
  await expect.element(lifecycle).toMatchTextContent(/מתעניין/)
})

test('two rapid edits of one row are both saved', async () => {
  const { mark, contact } = await addMarked('אבי')
  const { id } = contact('אבי')
  await openList(mark, { more: '&cols=lifecycle,source,owner' })
  await cell('סוג', `אבי ${mark}`).click()
  await choose('לקוח/ה')
  await cell('מקור', `אבי ${mark}`).click()
  await choose('המלצה')
  await cell('באחריות', `אבי ${mark}`).click()
  await choose('לא נקבע')
  await expect.poll(() => readContact(id)).toEqual({ lifecycle: 'client', source: 'המלצה', owner_id: null })
})

test('an edit of a row that a colleague has changed is refused with a message that the list was refetched', async () => {
  const { mark, contact } = await addMarked('אבי')
  const { id } = contact('אבי')
  const filter = { groups: [], words: mark }
  const [row] = await readChunk(backend, { filter, sort: 'name' }, { skip: 0 })
  await backendAs('admin').from('contacts').update({ source: 'המלצה' }).eq('id', id).throwOnError()
  await renderApp(<LifecycleCell contact={row!} />, { as: 'owner' })
  await cell('סוג', `אבי ${mark}`).click()
  await choose('לקוח/ה')
  await expect.element(page.getByText('מישהו אחר שינה את הרשומה בינתיים. הרשימה רועננה')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ביטול הפעולה' })).not.toBeInTheDocument()
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('lead')
})

test("an undo after a colleague's change is refused with a message", async () => {
  const { mark, contact } = await addMarked('אבי')
  const { id } = contact('אבי')
  await openList(mark, { more: '&cols=lifecycle,source' })
  await cell('סוג', `אבי ${mark}`).click()
  await choose('לקוח/ה')
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('client')
  await backendAs('admin').from('contacts').update({ source: 'המלצה' }).eq('id', id).throwOnError()
  await undoLast()
  await expect.element(page.getByText('אי אפשר לבטל כבר')).toBeVisible()
  await expect.poll(() => readContact(id)).toMatchObject({ lifecycle: 'client', source: 'המלצה' })
})

test('only colleagues who can see contacts are offered as owners', async () => {
  const { mark } = await addMarked('אבי')
  await openList(mark)
  await cell('באחריות', `אבי ${mark}`).click()
  await expect.element(option('לא נקבע')).toBeVisible()
  const { data } = await backend.rpc('staff_members').throwOnError()
  const content = data.find(({ user_id }) => user_id === accountOf('content').session.user.id)!
  const sales = data.find(({ user_id }) => user_id === accountOf('sales').session.user.id)!
  await expect.element(option(sales.name)).toBeVisible()
  await expect.element(option(content.name)).not.toBeInTheDocument()
})
