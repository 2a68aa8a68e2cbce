import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { uniqueEmail, uniquePhone } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const add = page.getByRole('button', { name: 'טלפון או דוא״ל', exact: true })
const menuOf = (value: string) => page.getByRole('button', { name: `פעולות: ${value}` })
const readPoints = async (contact_id: string) => {
  const { data } = await backend
    .from('contact_points')
    .select('kind, value_norm, is_primary')
    .eq('contact_id', contact_id)
    .order('value_norm')
    .throwOnError()
  return data
}

test('a second phone can be made primary from its menu, and undo makes the first one primary again', async () => {
  const [first, second] = [uniquePhone(), uniquePhone()]
  const { id } = await addContact({ phone: first })
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await add.click()
  await dialog.getByRole('textbox', { name: 'מספר טלפון' }).fill('12')
  await dialog.getByRole('button', { name: 'הוספה' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'מספר טלפון' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'מספר טלפון' }).fill(second.replace('+972', '0'))
  await dialog.getByRole('button', { name: 'הוספה' }).click()
  await expect.element(menuOf(second)).toBeVisible()
  const primaryOf = async () => (await readPoints(id)).find(({ is_primary }) => is_primary)?.value_norm
  await expect.poll(() => primaryOf()).toBe(first)
  await menuOf(first).click()
  await expect.element(page.getByRole('menuitem', { name: 'תיקון' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'הפיכה לראשי' })).not.toBeInTheDocument()
  await menuOf(first).click({ force: true })
  await menuOf(second).click()
  await page.getByRole('menuitem', { name: 'הפיכה לראשי' }).click()
  await expect.poll(primaryOf).toBe(second)
  await undoLast()
  await expect.poll(primaryOf).toBe(first)
})

test('an address that a colleague corrected during the edit is not overwritten, until the edit is saved again', async () => {
  const [old, theirs, mine] = [uniqueEmail(), uniqueEmail(), uniqueEmail()]
  const { id } = await addContact({ email: old })
  const { connection } = await openScreen(`/crm/contacts/${id}`, 'owner')
  await menuOf(old).click()
  await page.getByRole('menuitem', { name: 'תיקון' }).click()
  const value = dialog.getByRole('textbox', { name: 'כתובת דוא״ל' })
  await value.fill(mine)
  await backendAs('admin')
    .from('contact_points')
    .update({ value_raw: theirs, value_norm: theirs })
    .eq('contact_id', id)
    .throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  const save = dialog.getByRole('button', { name: 'שמירה' })
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו אחר שמר קודם/)
  await expect.element(value).toHaveValue(mine)
  expect(await readPoints(id)).toMatchObject([{ value_norm: theirs }])
  await save.click()
  await expect.poll(() => readPoints(id)).toMatchObject([{ value_norm: mine }])
})

test('an address can be edited and deleted, and each undo restores the previous value', async () => {
  const [old, corrected] = [uniqueEmail(), uniqueEmail()]
  const { id } = await addContact({ email: old })
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await menuOf(old).click()
  await page.getByRole('menuitem', { name: 'תיקון' }).click()
  const value = dialog.getByRole('textbox', { name: 'כתובת דוא״ל' })
  await expect.element(value).toHaveValue(old)
  await value.fill(corrected)
  await dialog.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(menuOf(corrected)).toBeVisible()
  await undoLast()
  await expect.element(menuOf(old)).toBeVisible()
  await menuOf(old).click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.poll(() => readPoints(id)).toEqual([])
  await undoLast()
  await expect.poll(() => readPoints(id)).toEqual([{ kind: 'email', value_norm: old, is_primary: true }])
})

test('deleting the primary phone makes the other one primary, and undo restores both', async () => {
  const [first, second] = [uniquePhone(), uniquePhone()]
  const { id } = await addContact({ phone: first })
  await backend
    .from('contact_points')
    .insert({ contact_id: id, kind: 'phone', value_raw: second, value_norm: second })
    .throwOnError()
  await openScreen(`/crm/contacts/${id}`, 'owner')
  await menuOf(first).click()
  await page.getByRole('menuitem', { name: 'מחיקה' }).click()
  await expect.poll(() => readPoints(id)).toEqual([{ kind: 'phone', value_norm: second, is_primary: true }])
  await undoLast()
  const primaryOf = async () => (await readPoints(id)).filter(({ is_primary }) => is_primary)
  await expect.poll(async () => (await readPoints(id)).length).toBe(2)
  await expect.poll(primaryOf).toEqual([{ kind: 'phone', value_norm: first, is_primary: true }])
})

test('the sales role can edit contact points but not delete them', async () => {
  const phone = uniquePhone()
  const { id } = await addContact({ phone })
  await openScreen(`/crm/contacts/${id}`, 'sales')
  await menuOf(phone).click()
  await expect.element(page.getByRole('menuitem', { name: 'תיקון' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'מחיקה' })).not.toBeInTheDocument()
})
