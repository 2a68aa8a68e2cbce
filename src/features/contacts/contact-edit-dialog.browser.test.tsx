import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { userIdOf } from '../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../test/browser/render.tsx'
import { undoLast } from '../../../test/browser/undo-last.ts'
import { unique, uniquePhone } from '../../../test/browser/unique.ts'

const backend = backendAs('owner')
const dialog = page.getByRole('dialog', { name: 'עריכת פרטים' })
const save = dialog.getByRole('button', { name: 'שמירת השינויים' })
const first = dialog.getByRole('textbox', { name: 'שם פרטי' })
const readContact = async (id: string) => {
  const { data } = await backend
    .from('contacts')
    .select('*, contact_staff_details(*)')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}
async function openEdit(id: string) {
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await page.getByRole('button', { name: 'עריכה', exact: true }).first().click()
  await expect.element(first).toBeVisible()
}

test('saved details can be undone at once, and a missing name is refused at its field', async () => {
  const { id, first_name } = await addContact()
  await openEdit(id)
  await first.fill('')
  await save.click()
  await expect.element(first).toHaveAttribute('aria-invalid', 'true')
  await expect.element(first).toHaveFocus()
  const name = unique('שירה')
  await first.fill(name)
  await dialog.getByLabelText('תאריך לידה').fill('1984-02-29')
  await dialog.getByRole('checkbox', { name: 'אין ליצור קשר שיווקי' }).click()
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(name)
  await expect
    .poll(() => readContact(id))
    .toMatchObject({ first_name: name, birth_date: '1984-02-29', do_not_contact: true })
  await undoLast()
  await expect.poll(() => readContact(id)).toMatchObject({ first_name, birth_date: null, do_not_contact: false })
})

test('a concurrent change by a colleague is shown with its author, and both changes are saved', async () => {
  const { id } = await addContact()
  await openEdit(id)
  await backendAs('admin').from('contacts').update({ source: 'המלצה' }).eq('id', id).throwOnError()
  const name = unique('שירה')
  await first.fill(name)
  await save.click()
  const notice = dialog.getByRole('alert')
  await expect.element(notice).toMatchTextContent(/אורן לדוגמה/)
  await expect.element(notice).toMatchTextContent(/מקור:.*המלצה/)
  await expect.element(first).toHaveValue(name)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => readContact(id)).toMatchObject({ first_name: name, source: 'המלצה' })
})

test('an owner who has left the team remains the owner when other details are saved', async () => {
  const { id } = await addContact()
  const owner_id = userIdOf('client')
  await backend.from('contacts').update({ owner_id }).eq('id', id).throwOnError()
  await openEdit(id)
  await expect.element(dialog.getByLabelText('באחריות')).toHaveDisplayValue('מי שכבר לא בצוות')
  const name = unique('שירה')
  await first.fill(name)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => readContact(id)).toMatchObject({ first_name: name, owner_id })
})

test('lifecycle and owner are edited inline, with undo', async () => {
  const { id } = await addContact()
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await page.getByRole('button', { name: /^סוג: / }).click()
  await page.getByRole('menuitemradio', { name: 'לקוח/ה', exact: true }).click()
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('client')
  await undoLast()
  await expect.poll(async () => (await readContact(id)).lifecycle).toBe('lead')
  await page.getByRole('button', { name: /^באחריות: / }).click()
  await page.getByRole('menuitemradio', { name: 'לא נקבע' }).click()
  await expect.element(page.getByRole('button', { name: 'באחריות: לא נקבע' })).toBeVisible()
  await expect.poll(async () => (await readContact(id)).owner_id).toBeNull()
})

test('a call basis that a colleague saved during the edit is not overwritten, until the edit is saved again', async () => {
  const { id } = await addContact({ phone: uniquePhone() })
  const { connection } = await openScreen(`/crm/contacts/${id}`, 'owner')
  await page.getByRole('button', { name: 'רישום סיבה' }).click()
  const basis = page.getByRole('dialog', { name: 'מה מתיר שיחה שיווקית' })
  const note = basis.getByRole('textbox', { name: 'הוכחה' })
  await note.fill('שיחה מוקלטת שלי')
  await backendAs('admin')
    .from('contact_staff_details')
    .update({ call_basis: 'consent', call_basis_at: '2026-01-02T10:00:00Z', call_basis_note: 'טופס של דנה' })
    .eq('contact_id', id)
    .throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(basis.getByRole('alert')).toMatchTextContent(/מישהו שינה את הכרטיס בינתיים/)
  await expect.element(note).toHaveValue('שיחה מוקלטת שלי')
  const stored = async () => (await readContact(id)).contact_staff_details?.call_basis_note
  expect(await stored()).toBe('טופס של דנה')
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(stored).toBe('שיחה מוקלטת שלי')
})

test('a marketing call requires a basis with its proof, or a registry check', async () => {
  const { id } = await addContact({ phone: uniquePhone() })
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await expect.element(page.getByText(/^לפני שיחה שיווקית/)).toBeVisible()
  await page.getByRole('button', { name: 'רישום סיבה' }).click()
  const basis = page.getByRole('dialog', { name: 'מה מתיר שיחה שיווקית' })
  await basis.getByRole('textbox', { name: 'הוכחה' }).fill('כן')
  await basis.getByLabelText('מתי').fill('2031-01-01')
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(basis.getByLabelText('מתי')).toHaveAccessibleDescription(/^אפשר לבחור תאריך עד/)
  await basis.getByLabelText('מתי').fill('2026-01-02')
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await expect
    .element(basis.getByRole('textbox', { name: 'הוכחה' }))
    .toHaveAccessibleDescription(/כתבו איפה אפשר לראות את זה/)
  await basis.getByRole('textbox', { name: 'הוכחה' }).fill('שיחה מוקלטת')
  await basis.getByLabelText('סיבה', { exact: true }).selectOptions('consent')
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(page.getByText(/^הסכימו לשיחות שיווק, 2\.1\.2026/)).toBeVisible()
  await page.getByRole('button', { name: 'שינוי הסיבה' }).click()
  await basis.getByLabelText('סיבה', { exact: true }).selectOptions('')
  await basis.getByRole('button', { name: 'שמירה' }).click()
  await page.getByRole('button', { name: 'נבדק, לא במרשם' }).click()
  await expect.element(page.getByText(/^נבדק במרשם ב־/)).toBeVisible()
  await undoLast()
  await page.getByRole('button', { name: 'נמצא במרשם' }).click()
  await expect.element(page.getByText(/אפשר להתקשר רק בעניין שירות/)).toBeVisible()
  await expect
    .poll(() => readContact(id))
    .toMatchObject({ do_not_contact: true, contact_staff_details: { call_basis: null, dnc_checked_at: null } })
})
