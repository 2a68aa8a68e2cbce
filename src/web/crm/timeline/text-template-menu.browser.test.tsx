import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact, uniqueName, uniquePhone } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('owner')
const field = page.getByRole('textbox', { name: /בוואטסאפ/ })
const menu = page.getByRole('button', { name: 'תבנית', exact: true })

/** A published WhatsApp template. */
async function addTemplate(text: string) {
  const name = `תבנית ${uniqueName()}`
  const { data } = await backend
    .from('message_templates')
    .insert({ name, channel: 'whatsapp', draft: { text } })
    .select('id, version')
    .single()
    .throwOnError()
  await backend
    .rpc('publish_message_template', { template: data.id, seen_version: data.version, from_number: null })
    .throwOnError()
  onTestFinished(async () => {
    await backend.rpc('archive_message_template', { template: data.id, is_archived: true }).throwOnError()
  })
  return { id: data.id, name }
}

test('a WhatsApp template is filled for the contact and appended to the typed text, and is editable before it is opened', async () => {
  const { name } = await addTemplate('שלום {{שם_פרטי}}, מתי נוח לדבר?')
  const contact = await addContact({ first_name: 'נועה', phone: uniquePhone() })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('region', { name: 'תיעוד' }).getByRole('button', { name: 'וואטסאפ' }).click()
  await field.fill('היי')
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
  await expect.element(field).toHaveValue('היי\nשלום נועה, מתי נוח לדבר?')
  await expect.element(field).toHaveFocus()
})

test('missing fields are listed', async () => {
  const { name } = await addTemplate('הגעת אלינו דרך {{מקור}}')
  const contact = await addContact({ phone: uniquePhone() })
  await openScreen(`/crm/contacts/${contact.id}`, 'owner')
  await page.getByRole('region', { name: 'תיעוד' }).getByRole('button', { name: 'וואטסאפ' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
  await expect.element(page.getByText('כדאי להשלים לפני השליחה: מקור')).toBeVisible()
})

test('a coach can fill templates only for own contacts', async () => {
  const { id: templateId } = await addTemplate('שלום')
  const { id: contactId } = await addContact()
  const { error } = await backendAs('coach').functions.invoke('fill-text-template', { body: { templateId, contactId } })
  expect((error as { context: Response }).context.status).toBe(410)
})
