import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { uploadList } from './upload-list.fixture.ts'

const fieldOf = (column: string) => page.getByLabelText(`השדה של ${column}`, { exact: true })
const next = page.getByRole('button', { name: 'המשך' })

async function openColumns(lines: readonly string[]) {
  const id = await uploadList(lines)
  const screen = await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await expect.element(next).toBeVisible()
  return { ...screen, id }
}

test('columns are guessed, a mapped field is not offered again, and the mapping needs a name column', async () => {
  const { router } = await openColumns(['שם,נייד,צבע אהוב', `דנה,${uniquePhone()},כחול`, `רון,${uniquePhone()},ירוק`])
  await expect.element(fieldOf('שם')).toHaveValue('full_name')
  await expect.element(fieldOf('נייד')).toHaveValue('phone')
  await expect.element(fieldOf('צבע אהוב')).toHaveValue('')
  await expect.element(page.getByText('עמודה אחת לא תיובא')).toBeVisible()
  const taken = fieldOf('צבע אהוב').getByRole('option', { name: 'טלפון', exact: true })
  await expect.element(taken).toBeDisabled()
  await fieldOf('צבע אהוב').selectOptions('note')
  await expect.element(page.getByText(/לא תיובא/)).not.toBeInTheDocument()
  await fieldOf('שם').selectOptions('')
  await fieldOf('נייד').selectOptions('')
  await expect.element(page.getByText('שתי עמודות לא ייובאו')).toBeVisible()
  await next.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('צריך לבחור איזו עמודה היא השם')
  expect(router.state.location.search).toBe('')
  await fieldOf('שם').selectOptions('full_name')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await fieldOf('צבע אהוב').selectOptions('phone')
  await next.click()
  await expect.poll(() => router.state.location.search).toBe('?step=rules')
})

test('the column mapping is preserved when going to the rules step and back', async () => {
  await openColumns(['שם,נייד,צבע אהוב', `דנה,${uniquePhone()},כחול`])
  await fieldOf('צבע אהוב').selectOptions('tags')
  await next.click()
  await page.getByRole('link', { name: 'חזרה לעמודות' }).click()
  await expect.element(fieldOf('צבע אהוב')).toHaveValue('tags')
})

test('choosing another header row changes names, samples and guesses', async () => {
  await openColumns(['רשימת יריד,,', 'שם,טלפון,דוא״ל', `דנה,${uniquePhone()},dana@example.com`])
  const header = page.getByLabelText('שמות העמודות נמצאים')
  await expect.element(header).toHaveValue('2')
  await expect.element(fieldOf('דוא״ל')).toHaveValue('email')
  await header.selectOptions('0')
  await expect.element(fieldOf('עמודה 3')).toHaveValue('')
  await expect.element(page.getByText('רשימת יריד', { exact: true })).toBeVisible()
  await header.selectOptions('2')
  await expect.element(fieldOf('דוא״ל')).toHaveValue('email')
  await expect.element(page.getByText('רשימת יריד', { exact: true })).not.toBeInTheDocument()
})

test('a date column offers the date order, and warns if the column mixes orders', async () => {
  await openColumns([
    'שם,טלפון,תאריך לידה',
    `דנה,${uniquePhone()},31.12.1980`,
    `רון,${uniquePhone()},12/31/1981`,
    `גל,${uniquePhone()},25.11.1982`,
    `טל,${uniquePhone()},03.04.1983`,
  ])
  const order = page.getByLabelText('תאריך לידה: סדר התאריך')
  await expect.element(order).toHaveValue('day_first')
  await expect
    .element(order)
    .toHaveAccessibleDescription(
      'שימו לב, בעמודה מעורבים שני סדרים: שני תאריכים עם היום קודם ותאריך אחד עם החודש קודם. תאריך אחד אפשר לקרוא בשתי דרכים, והוא ייקרא לפי הבחירה כאן.',
    )
  await order.selectOptions('month_first')
  await next.click()
  await page.getByRole('link', { name: 'חזרה לעמודות' }).click()
  await expect.element(order).toHaveValue('month_first')
  await fieldOf('תאריך לידה').selectOptions('')
  await expect.element(order).not.toBeInTheDocument()
})

test("a new custom field takes its options from the column's values, refuses a duplicate name, and is mapped immediately", async () => {
  const label = unique('צבע')
  await openColumns([
    `שם,טלפון,${label}`,
    `דנה,${uniquePhone()},כחול`,
    `רון,${uniquePhone()},ירוק`,
    `גל,${uniquePhone()},כחול`,
  ])
  await fieldOf(label).selectOptions('new')
  const dialog = page.getByRole('dialog', { name: 'שדה חדש לאנשי קשר' })
  await expect.element(dialog.getByRole('textbox', { name: 'שם השדה' })).toHaveValue(label)
  await dialog.getByLabelText('סוג').selectOptions('select')
  await expect.element(dialog.getByText('ירוק')).toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['כחול', 'ירוק'])
  await dialog.getByRole('textbox', { name: 'שם השדה' }).fill('')
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'שם השדה' })).toHaveAccessibleDescription('שדה חובה')
  await dialog.getByRole('textbox', { name: 'שם השדה' }).fill(label)
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const { data } = await backendAs('owner')
    .from('custom_field_defs')
    .select('key, type, options')
    .eq('label', label)
    .single()
    .throwOnError()
  await expect.element(fieldOf(label)).toHaveValue(`custom:${data.key}`)
  expect(data).toMatchObject({ type: 'select', options: [{ label: 'כחול' }, { label: 'ירוק' }] })
  await fieldOf('טלפון').selectOptions('new')
  await dialog.getByRole('textbox', { name: 'שם השדה' }).fill(label)
  await dialog.getByRole('button', { name: 'הוספת השדה' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'שם השדה' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(fieldOf('טלפון')).toHaveValue('phone')
})

test('the column of a custom field that was removed since the upload is not imported', async () => {
  const backend = backendAs('owner')
  const label = unique('צבע')
  const { data } = await backend
    .from('custom_field_defs')
    .insert({ entity: 'contact', label, type: 'text' })
    .select('id')
    .single()
    .throwOnError()
  const id = await uploadList([`שם,טלפון,${label}`, `דנה,${uniquePhone()},כחול`])
  await backend
    .from('custom_field_defs')
    .update({ deleted_at: new Date().toISOString() })
    .eq('id', data.id)
    .throwOnError()
  await openScreen(`/crm/contacts/import/${id}`, 'owner')
  await expect.element(page.getByText('עמודה אחת לא תיובא')).toBeVisible()
  await next.click()
  await page.getByRole('button', { name: 'לתצוגה המקדימה' }).click()
  await expect.element(page.getByText(/^מי שכבר רשומים: /)).toBeVisible()
})
