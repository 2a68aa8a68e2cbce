import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { untilSubscribed } from '../../../../test/browser/until-subscribed.ts'
import { holdNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addTask, readTask, uniqueName, userIdOf } from '../../../../test/browser/own-rows.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { ContactTasks } from './contact-tasks.tsx'

const dialog = page.getByRole('dialog', { name: 'עריכת משימה' })
const field = (label: RegExp | string) => dialog.getByLabelText(label)
const save = () => dialog.getByRole('button', { name: 'שמירה' }).click()

/** Opens the dialog of a task due on May 1, 2030 at 10:00. */
async function openTask(as: Role, more: { rrule?: string; user_id?: string } = {}) {
  const contact = await addContact()
  const name = `להכין תקציב ${uniqueName()}`
  const due = { due_at: '2030-05-01T07:00:00Z', due_date: '2030-05-01' }
  const { id } = await addTask({ name, contact_id: contact.id, user_id: userIdOf(as), ...due, ...more })
  const screen = await renderApp(<ContactTasks contactId={contact.id} />, { as })
  await page.getByRole('button', { name, exact: true }).click()
  await expect.element(field(/מה צריך לעשות/)).toHaveValue(name)
  return { id, name, contact, screen }
}

const changeAs = (role: Role, id: string, patch: { name?: string; priority?: 'high'; user_id?: null }) =>
  backendAs(role).from('tasks').update(patch).eq('id', id).throwOnError()

test('all fields of a task are saved, and undo restores each of them', async () => {
  const { id, name, contact } = await openTask('owner')
  await expect.element(field(/^שעה/)).toHaveValue('10:00')
  await expect.element(dialog.getByRole('link', { name: contact.full_name })).toBeVisible()
  await field(/מה צריך לעשות/).fill(`${name} משפחתי`)
  await field('עד').fill('2030-06-02')
  await field(/^שעה/).fill('16:30')
  await field(/^סוג/).selectOptions('meeting')
  await field(/^עדיפות/).selectOptions('high')
  await field(/^תדירות/).selectOptions('FREQ=WEEKLY')
  await field(/^באחריות/).selectOptions('הילה לדוגמה')
  const before = await readTask(id)
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  const after = await readTask(id)
  expect(after).toMatchObject({ name: `${name} משפחתי`, due_date: '2030-06-02', type: 'meeting', priority: 'high' })
  expect(Date.parse(after.due_at!)).toBe(Date.parse('2030-06-02T13:30:00Z'))
  expect(after.rrule).toContain('FREQ=WEEKLY')
  expect(after.user_id).not.toBe(before.user_id)
  await undoLast()
  await expect
    .poll(() => readTask(id))
    .toMatchObject({
      name,
      due_date: '2030-05-01',
      type: 'todo',
      priority: 'medium',
      rrule: null,
      user_id: before.user_id,
    })
})

test('renaming a task of a former team member does not reassign it', async () => {
  const { id, name } = await openTask('owner', { user_id: userIdOf('client') })
  await expect.element(field(/^באחריות/)).toHaveDisplayValue('מי שכבר לא בצוות')
  await field(/מה צריך לעשות/).fill(`${name} מחדש`)
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => readTask(id)).toMatchObject({ name: `${name} מחדש`, user_id: userIdOf('client') })
})

test('saving an unchanged task closes the dialog and sends nothing', async () => {
  const { id } = await openTask('owner')
  const { version } = await readTask(id)
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ביטול הפעולה' })).not.toBeInTheDocument()
  await expect.poll(async () => (await readTask(id)).version).toBe(version)
})

test('a task without a name is refused at the field, which takes the focus', async () => {
  const { name } = await openTask('owner')
  await field(/מה צריך לעשות/).fill('   ')
  await save()
  await expect.element(dialog.getByText('שדה חובה')).toBeVisible()
  await expect.element(field(/מה צריך לעשות/)).toHaveFocus()
  await field(/מה צריך לעשות/).fill(`${name}!`)
  await expect.element(field(/מה צריך לעשות/)).toBeValid()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('clearing the due date also clears the time and the recurrence', async () => {
  const { id } = await openTask('owner', { rrule: 'FREQ=WEEKLY' })
  await expect.element(field(/^תדירות/)).toHaveValue('FREQ=WEEKLY')
  await field('עד').fill('')
  await expect.element(field(/^שעה/)).toBeDisabled()
  await expect.element(field(/^תדירות/)).toBeDisabled()
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => readTask(id)).toMatchObject({ due_date: null, due_at: null, rrule: null })
})

test('a conflict names the colleague and the change, and the next save merges both', async () => {
  const { id, name } = await openTask('owner')
  await field(/מה צריך לעשות/).fill(`${name} מחדש`)
  await changeAs('admin', id, { priority: 'high' })
  await save()
  const notice = dialog.getByRole('alert')
  await expect.element(notice).toMatchTextContent('אורן לדוגמה: שינוי שנשמר בזמן שערכתם')
  await expect.element(notice).toMatchTextContent('גבוהה')
  await expect.element(field(/מה צריך לעשות/)).toHaveValue(`${name} מחדש`)
  await expect.poll(async () => (await readTask(id)).name).toBe(name)
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => readTask(id)).toMatchObject({ name: `${name} מחדש`, priority: 'high' })
})

test('a live change of the row does not affect the input of an open dialog', async () => {
  const { id, name, screen } = await openTask('owner')
  await untilSubscribed(screen)
  await field(/מה צריך לעשות/).fill('טקסט שהוקלד')
  await changeAs('admin', id, { name: `${name} של אורן` })
  await expect.element(page.getByText(`${name} של אורן`)).toBeInTheDocument()
  await expect.element(field(/מה צריך לעשות/)).toHaveValue('טקסט שהוקלד')
})

test('a task reassigned from the user during the edit is reported in the form, which preserves the input', async () => {
  const { id, name } = await openTask('coach')
  await field(/מה צריך לעשות/).fill(`${name} מחדש`)
  const held = holdNextRequest('/rpc/change_tasks')
  await save()
  await held.sent
  await changeAs('owner', id, { user_id: null })
  held.release()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('המשימה נמחקה בינתיים, או שאין לכם גישה אליה')
  await expect.element(field(/מה צריך לעשות/)).toHaveValue(`${name} מחדש`)
})
