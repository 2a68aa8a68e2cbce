import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { uniquePhone } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { refusals } from '../privacy.ts'

const backend = backendAs('owner')

test('a person is found by name, their rows are counted, and erasure requires typing the exact name', async () => {
  const { id, full_name } = await addContact({ phone: uniquePhone() })
  await backend.from('tasks').insert({ name: 'להתקשר', contact_id: id }).throwOnError()
  const { router } = await openScreen('/crm/settings?tab=privacy', 'owner')
  await page.getByRole('combobox', { name: /^של מי הבקשה/ }).fill(full_name)
  await page.getByRole('option', { name: new RegExp(full_name) }).click()
  await expect.element(page.getByRole('heading', { name: 'יימחק', exact: true })).toBeVisible()
  expect(router.state.location.search).toBe(`?tab=privacy&contact=${id}`)
  await page.getByRole('button', { name: 'מחיקת הפרטים' }).click()
  const name = dialog.getByRole('textbox')
  await name.fill(full_name.slice(0, -1))
  await dialog.getByRole('button', { name: 'מחיקה לצמיתות' }).click()
  await expect.element(name).toHaveAccessibleDescription('השם אינו זהה לשם שבכרטיס')
  await name.fill(`  ${full_name} `)
  await dialog.getByRole('button', { name: 'מחיקה לצמיתות' }).click()
  await expect.element(page.getByText('הפרטים נמחקו').first()).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe('?tab=privacy')
  const { data } = await backend.from('contacts').select('full_name').eq('id', id).maybeSingle().throwOnError()
  expect(data?.full_name).not.toBe(full_name)
  await expect.element(page.getByText(new RegExp(`מספר ${id.slice(-8)}`))).toBeVisible()
})

test('admins can export but not erase, and an unknown person shows no actions', async () => {
  const { id, full_name } = await addContact()
  const screen = await openScreen(`/crm/settings?tab=privacy&contact=${id}`, 'admin')
  await expect.element(page.getByRole('button', { name: 'הורדת כל המידע' })).toBeVisible()
  await expect.element(page.getByText(/מחיקת פרטים אפשרית בחשבון בעלות/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'מחיקת הפרטים' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: /^של מי הבקשה/ })).toHaveValue(full_name)
  await screen.router.navigate(`/crm/settings?tab=privacy&contact=${crypto.randomUUID()}`)
  await expect.element(page.getByRole('button', { name: 'הורדת כל המידע' })).not.toBeInTheDocument()
})

test('a malformed contact in the URL shows that the person was not found', async () => {
  await openScreen('/crm/settings?tab=privacy&contact=log', 'admin')
  await expect.element(page.getByText(refusals.person_not_found)).toBeVisible()
})
