import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { accountOf, backendAs, openScreen } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import { undoLast } from '../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const owner = accountOf('owner').session.user.id
const menuOf = (name: string) => page.getByRole('button', { name: `פעולות במשימה ${name}` })

async function addTask(
  known: Partial<{ due_date: string; due_at: string; user_id: string; contact_id: string; type: string }>,
) {
  const name = unique('משימה')
  const { data } = await backend
    .from('tasks')
    .insert({ name, user_id: owner, ...(known as object) })
    .select('id')
    .single()
    .throwOnError()
  await openScreen(`/crm/tasks?who=all&q=${encodeURIComponent(name)}`, 'owner')
  await expect.element(menuOf(name)).toBeVisible()
  return { id: data.id, name }
}
const dueOf = async (id: string) => {
  const { data } = await backend.from('tasks').select('due_date, due_at').eq('id', id).single().throwOnError()
  return data
}

test('a snoozed task keeps its time, and undo restores the former date', async () => {
  const { id, name } = await addTask({ due_date: '2026-01-05', due_at: '2026-01-05T08:30:00Z' })
  await menuOf(name).click()
  await page
    .getByRole('menuitem', { name: 'בעוד שבוע' })
    .or(page.getByRole('menuitem', { name: 'מחר' }))
    .first()
    .click()
  await expect.poll(async () => (await dueOf(id)).due_date).not.toBe('2026-01-05')
  const { due_at } = await dueOf(id)
  expect(
    new Date(due_at!).toLocaleTimeString('he-IL', { timeZone: 'Asia/Jerusalem', hour: '2-digit', minute: '2-digit' }),
  ).toBe('10:30')
  await undoLast()
  await expect.poll(() => dueOf(id)).toEqual({ due_date: '2026-01-05', due_at: '2026-01-05T08:30:00+00:00' })
})

test("a task shows its contact and type, and the assignee's name only if it is a colleague", async () => {
  const contact = await addContact()
  const { name } = await addTask({
    contact_id: contact.id,
    user_id: accountOf('sales').session.user.id,
    type: 'meeting',
  })
  const row = page.getByRole('listitem').filter({ hasText: new RegExp(name) })
  await expect
    .element(row.getByRole('link', { name: contact.full_name }))
    .toHaveAttribute('href', `/crm/contacts/${contact.id}`)
  await expect.element(row).toMatchTextContent(/פגישה/)
  const { data } = await backend.rpc('staff_members').throwOnError()
  await expect
    .element(row)
    .toMatchTextContent(data.find(({ user_id }) => user_id === accountOf('sales').session.user.id)!.name)
})

test('a completed task has no snooze, and a deleted one is restored by undo', async () => {
  const { id, name } = await addTask({})
  await menuOf(name).click()
  await expect.element(page.getByRole('menuitem', { name: 'מחר' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  const deletedAt = async () => {
    const { data } = await backend.from('tasks').select('deleted_at').eq('id', id).single().throwOnError()
    return data.deleted_at
  }
  await expect.poll(deletedAt).not.toBeNull()
  await undoLast()
  await expect.poll(deletedAt).toBeNull()
  await page.getByRole('checkbox', { name: `בוצע: ${name}` }).click()
  await page.getByRole('heading', { name: 'בוצעו' }).click()
  await menuOf(name).click()
  await expect.element(page.getByRole('menuitem', { name: 'עריכה' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'מחר' })).not.toBeInTheDocument()
})
