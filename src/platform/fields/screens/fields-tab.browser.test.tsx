import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeField } from '../../../../test/browser/custom-fields.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { FieldsTab } from './fields-tab.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const label = dialog.getByLabelText('שם השדה', { exact: false })
const rows = () => [...document.querySelectorAll('ol.rows > li b')].map((name) => name.textContent)

async function open(entity = 'משקי בית') {
  const screen = await renderApp(<FieldsTab />, { as: 'owner' })
  await button(entity).click()
  return screen
}
const read = async (id: string) =>
  (await backend.from('custom_field_defs').select('*').eq('id', id).single().throwOnError()).data

test('a select field is added with its options, each confirmed with Enter', async () => {
  await makeField()
  await open()
  await button('שדה חדש').click()
  const name = unique('דיור')
  await label.fill(name)
  await dialog.getByLabelText('סוג', { exact: true }).selectOptions('בחירה אחת')
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog.getByText('יש להוסיף לפחות אפשרות אחת')).toBeVisible()
  await dialog.getByRole('button', { name: 'אפשרות' }).click()
  await expect.element(dialog.getByLabelText('אפשרות 1')).toHaveFocus()
  await userEvent.keyboard('בעלות{Enter}')
  await expect.element(dialog.getByLabelText('אפשרות 2')).toHaveFocus()
  await userEvent.keyboard('שכירות{Enter}')
  await dialog.getByRole('button', { name: 'הסרה: אפשרות 3' }).click()
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row).toMatchTextContent(/בחירה אחת:בעלות, שכירות/)
  await button(`הסרה: ${name}`).click()
  await expect.element(page.getByText(/הוסר/).first()).toBeVisible()
})

test('options typed before the type was changed are not stored', async () => {
  await open()
  await button('שדה חדש').click()
  const name = unique('דיור')
  await label.fill(name)
  await dialog.getByLabelText('סוג', { exact: true }).selectOptions('בחירה אחת')
  await dialog.getByRole('button', { name: 'אפשרות' }).click()
  await userEvent.keyboard('בעלות')
  await dialog.getByLabelText('סוג', { exact: true }).selectOptions('טקסט')
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const stored = async () =>
    (await backend.from('custom_field_defs').select('type, options').eq('label', name).throwOnError()).data
  await expect.poll(stored).toEqual([{ type: 'text', options: [] }])
})

test('a duplicate name is refused at the name field', async () => {
  const field = await makeField()
  await open()
  await button('שדה חדש').click()
  await label.fill(field.label)
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(label).toHaveAccessibleDescription(/כבר יש שדה בשם הזה/)
  await expect.element(label).toHaveFocus()
})

test('the type of a saved field is immutable, and a saved option is hidden instead of deleted', async () => {
  const field = await makeField({
    type: 'select',
    options: [
      { id: 'a', label: 'בעלות' },
      { id: 'b', label: 'שכירות' },
    ],
  })
  await open()
  await button(`עריכה: ${field.label}`).click()
  await expect.element(dialog.getByLabelText('סוג', { exact: true })).toBeDisabled()
  expect(dialog.getByRole('button', { name: /^הסרה/ }).elements()).toEqual([])
  await dialog.getByRole('button', { name: 'להפסיק להציע: שכירות' }).click()
  await expect.element(dialog.getByLabelText('אפשרות 2')).toBeDisabled()
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('listitem').filter({ hasText: field.label })).not.toMatchTextContent(/שכירות/)
  await expect
    .poll(async () => (await read(field.id)).options)
    .toEqual([
      { id: 'a', label: 'בעלות' },
      { id: 'b', label: 'שכירות', hidden: true },
    ])
})

test("a colleague's change during the edit is not overwritten, until the edit is saved again", async () => {
  const field = await makeField()
  const { connection } = await open()
  await button(`עריכה: ${field.label}`).click()
  await expect.element(label).toHaveValue(field.label)
  const theirs = unique('של דנה')
  const update = backendAs('admin').from('custom_field_defs').update({ label: theirs })
  await update.eq('id', field.id).throwOnError()
  const ours = unique('שלי')
  await label.fill(ours)
  // Simulates the refetch after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(rows).toContain(theirs)
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect.element(dialog.getByText(/מישהו אחר שינה את השדה בינתיים/)).toBeVisible()
  await expect.poll(async () => (await read(field.id)).label).toBe(theirs)
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect.poll(async () => (await read(field.id)).label).toBe(ours)
})

test('an edit of a field that a colleague archived is refused with the reason', async () => {
  const field = await makeField()
  await open()
  await button(`עריכה: ${field.label}`).click()
  await label.fill(unique('שלי'))
  const archived = backendAs('admin').from('custom_field_defs').update({ deleted_at: new Date().toISOString() })
  await archived.eq('id', field.id).throwOnError()
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: /השדה הוסר בינתיים/ })).toBeVisible()
  expect((await read(field.id)).label).toBe(field.label)
})

test("saving again after a conflict preserves a colleague's changes of other options", async () => {
  const field = await makeField({
    type: 'select',
    options: [
      { id: 'a', label: 'בעלות' },
      { id: 'b', label: 'שכירות' },
    ],
  })
  await open()
  await button(`עריכה: ${field.label}`).click()
  await dialog.getByLabelText('אפשרות 2').fill('שכירות חודשית')
  const options = [
    { id: 'a', label: 'דירה בבעלות' },
    { id: 'b', label: 'שכירות' },
    { id: 'c', label: 'אצל ההורים' },
  ]
  await backendAs('admin').from('custom_field_defs').update({ options }).eq('id', field.id).throwOnError()
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect.element(dialog.getByText(/מישהו אחר שינה את השדה בינתיים/)).toBeVisible()
  await dialog.getByRole('button', { name: 'שמירת השדה' }).click()
  await expect
    .poll(async () => (await read(field.id)).options)
    .toEqual(options.map((option) => (option.id === 'b' ? { id: 'b', label: 'שכירות חודשית' } : option)))
})

test('an archived field is restored by undo, or from the list of archived fields', async () => {
  const field = await makeField()
  await makeField()
  await open()
  await button(`הסרה: ${field.label}`).click()
  await expect.poll(rows).not.toContain(field.label)
  await undoLast()
  await expect.poll(rows).toContain(field.label)
  await button(`הסרה: ${field.label}`).click()
  await expect.poll(rows).not.toContain(field.label)
  await page.getByText(/^שדות שהוסרו/).click()
  const removed = page.getByRole('listitem').filter({ hasText: field.label })
  await expect.element(removed).toMatchTextContent(/טקסט, לא מולא/)
  await button(`החזרה: ${field.label}`).click()
  await expect.poll(rows).toContain(field.label)
  await expect.poll(async () => (await read(field.id)).deleted_at).toBeNull()
})

test('reordering is shown immediately and saved, and the last row cannot move down', async () => {
  const [first, second] = [await makeField(), await makeField()]
  await open()
  await expect.poll(rows).toContain(second.label)
  await button(`העלאה: ${second.label}`).click()
  await expect.poll(() => rows().indexOf(second.label) < rows().indexOf(first.label)).toBe(true)
  await expect.poll(async () => (await read(second.id)).position < (await read(first.id)).position).toBe(true)
  await expect.element(button(`הורדה: ${first.label}`)).toHaveAttribute('aria-disabled', 'true')
})

test('each entity has separate fields', async () => {
  const field = await makeField()
  await open('הזדמנויות')
  await expect.poll(rows).toContain('מי שותפים להחלטה')
  expect(rows()).not.toContain(field.label)
  await button('משקי בית').click()
  await expect.poll(rows).toContain(field.label)
})

test('usage counts of archived fields are requested when their list is opened', async () => {
  const field = await makeField()
  const update = backend.from('custom_field_defs').update({ deleted_at: new Date().toISOString() })
  await update.eq('id', field.id).throwOnError()
  const countRequests = () =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('field_uses')).length
  performance.clearResourceTimings()
  await makeField()
  await open()
  await expect.element(page.getByText(/^שדות שהוסרו/)).toBeVisible()
  expect(countRequests()).toBe(0)
  await page.getByText(/^שדות שהוסרו/).click()
  await expect.poll(countRequests).toBeGreaterThan(0)
  await expect.element(page.getByRole('listitem').filter({ hasText: field.label })).toMatchTextContent(/לא מולא/)
})
