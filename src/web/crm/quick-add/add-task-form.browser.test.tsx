import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact, addOpportunity, uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import AddTaskForm from './add-task-form.tsx'

const tasksNamed = async (name: string) =>
  (await backendAs('owner').from('tasks').select('contact_id, opportunity_id').eq('name', name).throwOnError()).data

async function openForm() {
  const contact = await addContact()
  const opportunity = await addOpportunity({ contact_id: contact.id })
  const name = `להתקשר ${uniqueName()}`
  const preset = { contactId: contact.id, opportunityId: opportunity.id }
  await renderApp(<AddTaskForm preset={preset} onDone={() => {}} />, { as: 'owner' })
  await page.getByLabelText(/מה צריך לעשות/).fill(name)
  return { name, contact, opportunity }
}
const save = () => page.getByRole('button', { name: 'הוספה', exact: true }).click()

test('a task added from an opportunity belongs to it and to its contact', async () => {
  const { name, contact, opportunity } = await openForm()
  await save()
  await expect.poll(() => tasksNamed(name)).toEqual([{ contact_id: contact.id, opportunity_id: opportunity.id }])
})

test('a task about another contact does not belong to the opportunity', async () => {
  const { name } = await openForm()
  const other = await addContact()
  await page.getByRole('combobox', { name: /איש קשר/ }).fill(other.full_name)
  await page.getByRole('option', { name: new RegExp(other.full_name) }).click()
  await save()
  await expect.poll(() => tasksNamed(name)).toEqual([{ contact_id: other.id, opportunity_id: null }])
})
