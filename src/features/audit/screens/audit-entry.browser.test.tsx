import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const backend = backendAs('admin')
const entry = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text })

test("a contact's log shows author, old and new values, and marks a move to the bin", async () => {
  const { id, full_name } = await addContact()
  await backend.from('contacts').update({ source: 'המלצה' }).eq('id', id).throwOnError()
  await backend.from('contacts').update({ deleted_at: new Date().toISOString() }).eq('id', id).throwOnError()
  await openScreen(`/crm/settings?tab=audit&contact=${id}`, 'owner')
  const change = entry(/עדכון/).filter({ hasText: /המלצה/ })
  await expect.element(change.first()).toMatchTextContent(/אורן לדוגמה/)
  await expect.element(change.first()).toMatchTextContent(/מקור/)
  const move = entry(/העברה לסל/).first()
  await expect.element(move).toMatchTextContent(full_name)
  await expect.element(move.getByRole('term')).not.toBeInTheDocument()
  await expect
    .element(entry(/הוספה/).first().getByRole('link', { name: full_name }))
    .toHaveAttribute('href', `/crm/contacts/${id}`)
})

test('sales staff have no audit log in the settings', async () => {
  await openScreen('/crm/settings?tab=audit', 'sales')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'יומן שינויים' })).not.toBeInTheDocument()
})
