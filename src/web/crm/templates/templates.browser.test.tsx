import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { loseNextResponse } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const createdIds: string[] = []
afterEach(async () => {
  for (const template of createdIds.splice(0))
    await backend.rpc('archive_message_template', { template, is_archived: true }).throwOnError()
})

const mail = (text: string) => ({
  subject: 'שלום {{שם_פרטי|לכם}}',
  preheader: '',
  blocks: [{ kind: 'text' as const, text }],
})

async function makeTemplate(name: string, text: string) {
  const { data } = await backend
    .from('message_templates')
    .insert({ name: `${name} ${crypto.randomUUID().slice(0, 8)}`, channel: 'email', draft: mail(text) })
    .select('id, name, version')
    .single()
    .throwOnError()
  createdIds.push(data.id)
  return data
}
const publish = ({ id, version }: { id: string; version: number }) =>
  backend.rpc('publish_message_template', { template: id, seen_version: version, from_number: null }).throwOnError()
const preview = () => page.getByRole('region', { name: 'תצוגה מקדימה' })

test('a new template opens from the list, and its draft is autosaved', async () => {
  await openScreen('/crm/email/templates', 'owner')
  await page.getByRole('button', { name: 'תבנית חדשה' }).click()
  const name = `הזמנה ${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: /שם התבנית/ }).fill(name)
  await page.getByLabelText('ערוץ').selectOptions('וואטסאפ')
  await page.getByRole('button', { name: 'פתיחת התבנית' }).click()
  await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'ההודעה' }).click()
  await userEvent.keyboard('שלום {{{{שם_פרטי}}')
  await expect
    .element(
      preview()
        .getByText(/שלום נועה/)
        .first(),
    )
    .toBeInTheDocument()
  await expect.element(page.getByText('נשמר', { exact: true })).toBeVisible()
  const { data } = await backend.from('message_templates').select('id, draft').eq('name', name).single().throwOnError()
  createdIds.push(data.id)
  expect(data.draft).toEqual({ text: 'שלום {{שם_פרטי}}' })
})

test('a save whose response was lost is not a conflict with the next edit', async () => {
  const { id, name: opened } = await makeTemplate('נשמרת', 'שלום')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  const name = page.getByRole('textbox', { name: /שם התבנית/ })
  await expect.element(name).toHaveValue(opened)
  const stored = async () =>
    (await backend.from('message_templates').select('name').eq('id', id).single().throwOnError()).data.name
  loseNextResponse('PATCH /rest/v1/message_templates')
  await name.fill(`${opened} 1`)
  await expect.poll(stored).toBe(`${opened} 1`)
  await name.fill(`${opened} 2`)
  await expect.poll(stored).toBe(`${opened} 2`)
})

test('an unknown field is reported with its location, and publishing is disabled', async () => {
  const { id } = await makeTemplate('שגויה', 'שלום {{סיסמה}}')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await expect.element(page.getByText(/אין שדה כזה: \{\{סיסמה\}\}/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'פרסום' })).toBeDisabled()
})

test('a template about an appointment offers its fields, and its context is immutable once published', async () => {
  const { id } = await makeTemplate('לפגישה', 'נתראה בשעה {{תאריך_פגישה:שעה}}')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await expect.element(page.getByText(/אין שדה כזה: \{\{תאריך_פגישה/)).toBeVisible()
  await page.getByLabelText('על מה ההודעה').selectOptions('פגישה')
  await expect
    .element(
      preview()
        .getByText(/נתראה בשעה 10:00/)
        .first(),
    )
    .toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: /^שדה: .*, שעה$/ })).toBeVisible()
  await expect.element(page.getByText('נשמר', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByText('התבנית פורסמה', { exact: false })).toBeVisible()
  await expect.element(page.getByLabelText('על מה ההודעה')).toBeDisabled()
  const { data } = await backend.from('message_templates').select('context_type').eq('id', id).single().throwOnError()
  expect(data.context_type).toBe('appointment')
})

test('publishing creates a version, and an earlier version can be published again', async () => {
  const template = await makeTemplate('בגרסאות', 'נוסח ראשון')
  await publish(template)
  await backend
    .from('message_templates')
    .update({ draft: mail('נוסח שני') })
    .eq('id', template.id)
    .throwOnError()
  await openScreen(`/crm/email/templates/${template.id}`, 'owner')
  await page.getByRole('button', { name: 'פרסום', exact: true }).click()
  await expect.element(page.getByText('גרסה 2 פורסמה')).toBeVisible()
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'גרסאות קודמות' }).click()
  await expect.element(dialog.getByText('נוסח ראשון')).toBeVisible()
  expect(dialog.getByText('נוסח ראשון').element().tagName).toBe('DEL')
  await dialog.getByRole('button', { name: 'פרסום הגרסה הזו' }).click()
  await expect.element(page.getByText('גרסה 3 פורסמה')).toBeVisible()
  await expect
    .element(
      preview()
        .getByText(/נוסח ראשון/)
        .first(),
    )
    .toBeInTheDocument()
})

test("a colleague's change is reported and can be opened", async () => {
  const { id } = await makeTemplate('של שניים', 'נוסח ראשון')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await expect.element(page.getByRole('textbox', { name: 'הטקסט' })).toBeVisible()
  await backend
    .from('message_templates')
    .update({ draft: mail('נוסח של מישהו אחר') })
    .eq('id', id)
    .throwOnError()
  await page.getByRole('textbox', { name: 'הטקסט' }).click()
  await userEvent.keyboard('עוד')
  await expect.element(page.getByText(/התבנית נשמרה בינתיים במקום אחר/)).toBeVisible()
  await page.getByRole('button', { name: 'לגרסה האחרונה' }).click()
  await expect.element(page.getByRole('textbox', { name: 'הטקסט' })).toHaveTextContent('נוסח של מישהו אחר')
})

test('the preview uses a contact, and lists missing values', async () => {
  const first_name = `איה${crypto.randomUUID().slice(0, 6)}`
  const { id: contactId } = await makeContact({ first: first_name })
  const { id } = await makeTemplate('לאיש קשר', 'ממי שמעתם? {{מקור}} {{אחראי|הצוות}}')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await page.getByRole('combobox', { name: /כפי שיקבלו/ }).fill(first_name)
  await page.getByRole('option', { name: new RegExp(first_name) }).click()
  await expect
    .element(
      preview()
        .getByText(new RegExp(`שלום ${first_name}`))
        .first(),
    )
    .toBeInTheDocument()
  await expect
    .element(
      preview()
        .getByText(/בלי ערך ובלי מילה חלופית: מקור/)
        .first(),
    )
    .toBeInTheDocument()
  await backend.from('contacts').update({ deleted_at: new Date().toISOString() }).eq('id', contactId).throwOnError()
})

test('a content editor can write, but neither publish nor preview contacts', async () => {
  const { id } = await makeTemplate('של תוכן', 'שלום')
  await openScreen(`/crm/email/templates/${id}`, 'content')
  await expect.element(page.getByText(/מי שמנהלים את העסק יוכלו לפרסם אותה/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'פרסום' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: /כפי שיקבלו/ })).not.toBeInTheDocument()
})

test('an archived template leaves the list, and can be restored', async () => {
  const { id, name } = await makeTemplate('לארכיון', 'שלום')
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await page.getByRole('button', { name: 'עוד', exact: true }).click()
  await page.getByRole('menuitem', { name: 'העברה לארכיון' }).click()
  await expect.element(page.getByText('בארכיון', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'לכל התבניות' }).click()
  await expect.element(page.getByRole('link', { name: 'תיאום שיחה' })).toBeVisible()
  await expect.element(page.getByRole('link', { name })).not.toBeInTheDocument()
  await page.getByLabelText('גם תבניות מהארכיון').click()
  await expect.element(page.getByRole('link', { name })).toBeVisible()
})

test('an unknown template links back to the list', async () => {
  await openScreen(`/crm/email/templates/${crypto.randomUUID()}`, 'owner')
  await expect.element(page.getByRole('link', { name: 'לכל התבניות' })).toBeVisible()
})

async function makeWhatsAppTemplate(draft: object) {
  const { data } = await backend
    .from('message_templates')
    .insert({ name: `מאושרת ${crypto.randomUUID().slice(0, 8)}`, channel: 'whatsapp', draft: draft as never })
    .select('id')
    .single()
    .throwOnError()
  createdIds.push(data.id)
  return data.id
}
const approvedPart = () => page.getByRole('region', { name: 'תבנית מאושרת' })

test('an approved WhatsApp template is set by name, with one value per line', async () => {
  const id = await makeWhatsAppTemplate({ text: 'המפגש מחר' })
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  await approvedPart()
    .getByRole('textbox', { name: /שם התבנית אצל Meta/ })
    .fill('next_meeting')
  await approvedPart()
    .getByRole('textbox', { name: /הערכים של המקומות/ })
    .click()
  await userEvent.keyboard('נועה{Enter}מחר בעשר')
  await expect
    .poll(async () => (await backend.from('message_templates').select('draft').eq('id', id).single()).data?.draft)
    .toEqual({
      text: 'המפגש מחר',
      approved: { name: 'next_meeting', language: 'he', parameters: ['נועה', 'מחר בעשר'] },
    })
})

test('an invalid name and an unknown field of an approved template are reported, and prevent publishing', async () => {
  const id = await makeWhatsAppTemplate({
    text: 'המפגש מחר',
    approved: { name: 'Next Meeting', language: 'he', parameters: ['{{סיסמה}}'] },
  })
  await openScreen(`/crm/email/templates/${id}`, 'owner')
  const checks = page.getByRole('region', { name: 'לפני הפרסום' })
  await expect.element(checks.getByText(/אותיות אנגליות קטנות/)).toBeVisible()
  await expect.element(checks.getByText(/בערך 1 של התבנית המאושרת/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'פרסום', exact: true })).toBeDisabled()
})
