import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const name = dialog.getByRole('textbox', { name: 'שם הרשימה' })
const save = dialog.getByRole('button', { name: 'שמירת הרשימה' })
const row = (text: string) => page.getByRole('row').filter({ hasText: new RegExp(text) })

test("a list is added, a duplicate name is refused at its field, and a colleague's change is not overwritten", async () => {
  const [first, second] = [unique('שבועי'), unique('חודשי')]
  await openScreen('/crm/email/readers', 'owner')
  const add = page.getByRole('button', { name: 'רשימה', exact: true })
  await add.click()
  await save.click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(first)
  await dialog.getByRole('checkbox', { name: /^קוראים יכולים לבחור בה/ }).click()
  await save.click()
  await expect.element(row(first)).toMatchTextContent(/פנימית/)
  await add.click()
  await name.fill(first)
  await save.click()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill(second)
  await save.click()
  await expect.element(row(second)).toMatchTextContent(/אפשר לבחור בה/)
  await page.getByRole('button', { name: `עריכת הרשימה ${first}` }).click()
  await backendAs('admin').from('mailing_lists').update({ description: 'של המנהלת' }).eq('name', first).throwOnError()
  const renamed = unique('אחר')
  await name.fill(renamed)
  await save.click()
  await expect.element(dialog.getByRole('alert').first()).toBeVisible()
  const { data } = await backend
    .from('mailing_lists')
    .select('name, description')
    .eq('description', 'של המנהלת')
    .throwOnError()
  expect(data).toContainEqual({ name: first, description: 'של המנהלת' })
  await backend
    .from('mailing_lists')
    .update({ archived_at: new Date().toISOString() })
    .in('name', [first, second])
    .throwOnError()
})
