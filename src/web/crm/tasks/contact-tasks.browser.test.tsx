import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { ContactTasks } from './contact-tasks.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')

/** A contact with open tasks of these names. */
async function contactWithTasks(...names: string[]) {
  const { data: contact } = await backend.rpc('add_contact', { first_name: 'נועה', last_name: 'לוי' }).throwOnError()
  const contact_id = contact.id
  await backend
    .from('tasks')
    .insert(names.map((name, i) => ({ name, contact_id, due_date: `2030-01-0${i + 1}` })))
    .throwOnError()
  return contact_id
}

const statusOf = async (contactId: string, name: string) => {
  const { data } = await backend
    .from('tasks')
    .select('status')
    .eq('contact_id', contactId)
    .eq('name', name)
    .single()
    .throwOnError()
  return data.status
}

test('completing a task saves it as done, and undo reopens it', async () => {
  const contactId = await contactWithTasks('לשלוח סיכום', 'לקבוע פגישה')
  await renderApp(<ContactTasks contactId={contactId} />, { as: 'owner' })
  const tick = page.getByRole('checkbox', { name: 'בוצע: לשלוח סיכום' })
  await tick.click()
  await expect.element(tick).toBeChecked()
  await expect.poll(() => statusOf(contactId, 'לשלוח סיכום')).toBe('Done')
  await undoLast()
  await expect.element(tick).not.toBeChecked()
  await expect.poll(() => statusOf(contactId, 'לשלוח סיכום')).toBe('To Do')
})

test('after a task is deleted from its menu, the focus stays in the list', async () => {
  const contactId = await contactWithTasks('לשלוח סיכום', 'לקבוע פגישה')
  await renderApp(<ContactTasks contactId={contactId} />, { as: 'owner' })
  await page.getByRole('button', { name: 'פעולות במשימה לשלוח סיכום' }).click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.element(page.getByText('לשלוח סיכום', { exact: true })).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('li')?.textContent).toContain('לקבוע פגישה')
})

test("a colleague's new task appears without a reload", async () => {
  const contactId = await contactWithTasks('לשלוח סיכום')
  await renderApp(<ContactTasks contactId={contactId} />, { as: 'owner' })
  await expect.element(page.getByText('לשלוח סיכום', { exact: true })).toBeVisible()
  await backendAs('admin').from('tasks').insert({ name: 'להחזיר שיחה', contact_id: contactId }).throwOnError()
  await expect.element(page.getByText('להחזיר שיחה', { exact: true })).toBeVisible()
})
