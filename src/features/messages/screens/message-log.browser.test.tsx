import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniqueEmail } from '../../../../test/browser/unique.ts'

const backend = backendAs('owner')

/** The rule of the tested message. */
const canceled = 'בקשה להמלצה אחרי סיום התהליך'

/** Creates a contact whose review request was cancelled because the process was reopened. */
async function makeCanceledMessage() {
  const first = unique('דנה')
  const contact = await makeContact({ first, email: uniqueEmail() })
  const { data: template } = await backend.from('process_templates').select('id').limit(1).single().throwOnError()
  const { data: process } = await backend
    .from('client_processes')
    .insert({ contact_id: contact.id, process_template_id: template.id })
    .select('id')
    .single()
    .throwOnError()
  for (const status of ['completed', 'active'] as const)
    await backend.from('client_processes').update({ status }).eq('id', process.id).throwOnError()
  return { id: contact.id, first }
}

test('the reason why a message was not sent is two clicks from the contact, with the rule', async () => {
  const { id } = await makeCanceledMessage()
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await page.getByRole('region', { name: 'מה קרה' }).getByRole('link', { name: 'הודעות', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: canceled })
  await expect.element(row.getByText(/מה שההודעה מדברת עליו השתנה או בוטל/).first()).toBeVisible()
  await row.getByText(canceled, { exact: true }).click()
  await expect.element(row.getByText(`השורה ״${canceled}״ בתוכנית ההודעות`)).toBeVisible()
  await expect.element(row.getByText('למה בוטלה')).toBeVisible()
  await expect.element(row.getByRole('link', { name: /לשינוי הכלל/ })).toHaveAttribute('href', '/crm/email/plan')
})

test('the messages of an entity are one click from its screen, and their URL can be shared', async () => {
  const { id } = await makeCanceledMessage()
  const screen = await openScreen(`/crm/contacts/${id}?tab=messages`, 'owner')
  const row = page.getByRole('listitem').filter({ hasText: canceled })
  await row.getByText(canceled, { exact: true }).click()
  await row.getByRole('link', { name: 'לכל ההודעות על העניין הזה' }).click()
  await expect.element(page.getByText(/מוצגות רק ההודעות על עניין אחד: תהליך ליווי/)).toBeVisible()
  await expect.element(row.getByText(canceled, { exact: true })).toBeVisible()
  await screen.unmount()
  await openScreen(`/crm/contacts/${id}?tab=messages&about=process:${crypto.randomUUID()}`, 'owner')
  await expect.element(page.getByText(/עוד לא יצאה הודעה אוטומטית/)).toBeVisible()
  await page.getByRole('link', { name: 'לכל ההודעות של איש הקשר' }).click()
  await expect.element(row.getByText(canceled, { exact: true })).toBeVisible()
})

test('a contact without messages shows an empty state', async () => {
  const { id } = await makeContact({ first: unique('רון') })
  await openScreen(`/crm/contacts/${id}?tab=messages`, 'owner')
  await expect.element(page.getByText(/עוד לא יצאה הודעה אוטומטית/)).toBeVisible()
})

test('the log can be searched by name and filtered by outcome, also by keyboard', async () => {
  const { first } = await makeCanceledMessage()
  await openScreen('/crm/email/messages', 'owner')
  await page.getByRole('searchbox', { name: 'חיפוש הודעה' }).fill(first)
  const row = page.getByRole('listitem').filter({ hasText: canceled }).filter({ hasText: first })
  const line = row.getByText(new RegExp(first))
  await expect.element(line).toBeVisible()
  await page.getByRole('button', { name: 'נשלחו', exact: true }).click()
  await expect.element(page.getByText('אין הודעה שמתאימה לחיפוש.')).toBeVisible()
  const missing = page.getByRole('button', { name: 'לא נשלחו' })
  missing.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(missing).toHaveAttribute('aria-pressed', 'true')
  await expect.element(line).toBeVisible()
  await line.click()
  await expect.element(row.getByRole('link', { name: 'לאיש הקשר' })).toBeVisible()
})

test('roles without access to recipients cannot open the log', async () => {
  await openScreen('/crm/email/messages', 'content')
  await expect.element(page.getByText(/פתוחים לבעלות ולהנהלה/)).toBeVisible()
})
