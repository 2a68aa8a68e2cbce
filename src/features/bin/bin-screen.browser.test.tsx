import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import { undoLast } from '../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const row = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(name) })

async function binnedTask(by = backend) {
  const name = unique('משימה')
  const { data } = await by.from('tasks').insert({ name }).select('id').single().throwOnError()
  await by.from('tasks').update({ deleted_at: new Date().toISOString() }).eq('id', data.id).throwOnError()
  return { id: data.id, name }
}
async function binnedContact() {
  const contact = await addContact()
  const name = unique('משימה של')
  await backend.from('tasks').insert({ name, contact_id: contact.id }).throwOnError()
  await backend.from('contacts').update({ deleted_at: new Date().toISOString() }).eq('id', contact.id).throwOnError()
  return { contact, task: name }
}

test('restoring an item removes it from the bin list, the focus stays in the list, and undo puts it back', async () => {
  const [first, second] = [await binnedTask(), await binnedTask()]
  await openScreen('/crm/bin?kind=tasks', 'owner')
  await page.getByRole('button', { name: `שחזור: ${second.name}` }).click()
  await expect.element(row(second.name)).not.toBeInTheDocument()
  await expect.element(row(first.name)).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('.bin__thing')).not.toBeNull()
  const deletedAt = async () =>
    (await backend.from('tasks').select('deleted_at').eq('id', second.id).single().throwOnError()).data.deleted_at
  await expect.poll(() => deletedAt()).toBeNull()
  await undoLast()
  await expect.element(row(second.name)).toBeVisible()
  await expect.poll(() => deletedAt()).not.toBeNull()
})

test('the kind filter is stored in the URL, and a contact shows how many items are restored with it', async () => {
  const { contact } = await binnedContact()
  const { router } = await openScreen('/crm/bin', 'owner')
  await page.getByRole('navigation', { name: 'סוגי פריטים בסל' }).getByRole('link', { name: 'אנשי קשר' }).click()
  expect(router.state.location.search).toBe('?kind=contacts')
  await expect.element(row(contact.full_name)).toMatchTextContent(/עם פריט אחד שלו/)
  await expect.element(row(contact.full_name)).toMatchTextContent(/נשארו 30 ימים/)
  await expect
    .element(page.getByRole('link', { name: 'אנשי קשר', exact: true }).last())
    .toHaveAttribute('aria-current', 'page')
})

test('a permanent deletion requires confirmation and lists the records that are deleted with the contact', async () => {
  const { contact } = await binnedContact()
  await openScreen('/crm/bin?kind=contacts', 'admin')
  await page.getByRole('button', { name: `מחיקה לצמיתות: ${contact.full_name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'מחיקה לצמיתות' })
  await expect.element(dialog).toMatchTextContent(/יימחקו גם ציר הזמן, המשימות/)
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(row(contact.full_name)).toBeVisible()
  await page.getByRole('button', { name: `מחיקה לצמיתות: ${contact.full_name}` }).click()
  await dialog.getByRole('button', { name: 'מחיקה לצמיתות' }).click()
  await expect.element(page.getByText(new RegExp(`^נמחק לצמיתות: ${contact.full_name}`))).toBeVisible()
  await expect.element(row(contact.full_name)).not.toBeInTheDocument()
  const { data } = await backend.from('contacts').select('id').eq('id', contact.id).throwOnError()
  expect(data).toEqual([])
})

test('an item that a colleague has already restored is not deleted, and no success is reported', async () => {
  const { id, name } = await binnedTask()
  await openScreen('/crm/bin?kind=tasks', 'owner')
  await page.getByRole('button', { name: `מחיקה לצמיתות: ${name}` }).click()
  await backendAs('admin').from('tasks').update({ deleted_at: null }).eq('id', id).throwOnError()
  await page.getByRole('dialog').getByRole('button', { name: 'מחיקה לצמיתות' }).click()
  await expect.element(page.getByText('המחיקה לא הצליחה')).toBeVisible()
  await expect.element(page.getByText(new RegExp(`^נמחק לצמיתות: ${name}`))).not.toBeInTheDocument()
  const { data } = await backend.from('tasks').select('id').eq('id', id).throwOnError()
  expect(data).toEqual([{ id }])
})

test('the sales role can restore, but sees neither the log nor permanent deletion', async () => {
  const { name } = await binnedTask(backendAs('sales'))
  await openScreen('/crm/bin?kind=tasks', 'sales')
  await expect.element(page.getByRole('button', { name: `שחזור: ${name}` })).toBeVisible()
  await expect.element(row(name).getByRole('link')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^מחיקה לצמיתות/ })).not.toBeInTheDocument()
})
