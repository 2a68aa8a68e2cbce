import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#platform/accounts/roles.ts'
import { accountOf, backendAs } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { addMarked, listed, openList } from './marked-contacts.fixture.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const backend = backendAs('owner')
const apply = dialog.getByRole('button', { name: 'החלת השינוי' })
const action = (name: string) => page.getByRole('region', { name: 'פעולות על מי שסומנו' }).getByRole('button', { name })

async function openSelected(names: string[], as?: Role) {
  const marked = await addMarked(...names)
  await openList(marked.mark, { more: '&sort=name', ...(as && { as }) })
  await page.getByRole('checkbox', { name: 'סימון כל הרשימה' }).click()
  return marked
}
const ownersOf = async (ids: string[]) => {
  const { data } = await backend.from('contacts').select('owner_id').in('id', ids).throwOnError()
  return data.map(({ owner_id }) => owner_id)
}

test('a bulk change lists the affected contacts, reports the count, and can be undone for all', async () => {
  const { mark, contact } = await openSelected(['אבי', 'בני', 'גדי', 'דני', 'הדס', 'ורד', 'זיו'])
  const ids = [contact('אבי').id, contact('זיו').id]
  const before = await ownersOf(ids)
  const sales = accountOf('sales').session.user.id
  await action('אחריות').click()
  await expect.element(dialog.getByText(/^7 אנשי קשר: .* ועוד שניים$/)).toBeVisible()
  await expect.element(dialog).toMatchTextContent(new RegExp(`אבי ${mark}`))
  await dialog.getByLabelText('באחריות').selectOptions(sales)
  await apply.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('האחריות עודכנה: 7 אנשי קשר')).toBeVisible()
  await expect.poll(() => ownersOf(ids)).toEqual([sales, sales])
  await expect.element(action('אחריות')).not.toBeInTheDocument()
  await undoLast()
  await expect.poll(() => ownersOf(ids)).toEqual(before)
})

test('a tag and a task name are required before anything is changed', async () => {
  const { contact } = await openSelected(['אבי', 'בני'])
  await action('תיוג').click()
  await expect.element(dialog.getByText(/^שני אנשי קשר/)).toBeVisible()
  await apply.click()
  await expect.element(dialog.getByText('יש לבחור תגית')).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await action('משימה').click()
  await expect.element(dialog.getByText(/^שני אנשי קשר/)).toBeVisible()
  await apply.click()
  const name = dialog.getByRole('textbox', { name: 'מה צריך לעשות' })
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  const task = unique('שיחת מעקב')
  await name.fill(task)
  await dialog.getByLabelText(/^עד מתי/).fill('2031-03-01')
  await apply.click()
  await expect.element(page.getByText('נוספה משימה: שני אנשי קשר')).toBeVisible()
  const { data } = await backend.from('tasks').select('contact_id, due_date').eq('name', task).throwOnError()
  expect(new Set(data.map(({ contact_id }) => contact_id))).toEqual(new Set([contact('אבי').id, contact('בני').id]))
  expect(data[0]!.due_date).toBe('2031-03-01')
})

test('a bulk change without an effect shows that nothing changed', async () => {
  await openSelected(['אבי'])
  await action('סוג').click()
  await dialog.getByLabelText('סוג').selectOptions('lead')
  await expect.element(dialog.getByText(/^איש קשר אחד/)).toBeVisible()
  await apply.click()
  await expect.element(page.getByText(/^לא היה מה לשנות/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ביטול הפעולה' })).not.toBeInTheDocument()
})

test('contacts moved to the bin disappear from the list and return with undo', async () => {
  const { contact } = await openSelected(['אבי', 'בני'])
  await action('מחיקה').click()
  await expect.element(dialog.getByText('אפשר לשחזר מסל המיחזור במשך 30 יום.')).toBeVisible()
  await dialog.getByRole('button', { name: 'העברה לסל' }).click()
  await expect.element(page.getByText(/^לא מצאנו את/)).toBeVisible()
  const { data } = await backend.from('contacts').select('deleted_at').eq('id', contact('אבי').id).throwOnError()
  expect(data[0]?.deleted_at).not.toBeNull()
  await undoLast()
  await expect.poll(listed).toEqual(['אבי', 'בני'])
})

test('a bulk change is disabled until the preview has loaded, even for Enter', async () => {
  const { contact } = await openSelected(['אבי'])
  const { fetch } = globalThis
  onTestFinished(() => void (globalThis.fetch = fetch))
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  globalThis.fetch = async (...request) => {
    if (new Request(...request).url.includes('preview_bulk_contacts')) await isReleased
    return fetch(...request)
  }
  await action('מחיקה').click()
  const submit = dialog.getByRole('button', { name: 'העברה לסל' })
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  submit.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  release()
  await expect.element(dialog.getByText(/^איש קשר אחד/)).toBeVisible()
  await expect.element(submit).not.toHaveAttribute('aria-disabled', 'true')
  const { data } = await backend.from('contacts').select('deleted_at').eq('id', contact('אבי').id).throwOnError()
  expect(data).toEqual([{ deleted_at: null }])
})

test('the sales role is offered neither deletion nor export', async () => {
  await openSelected(['אבי'], 'sales')
  await expect.element(action('אחריות')).toBeVisible()
  for (const name of ['מחיקה', 'ייצוא']) await expect.element(action(name)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'ייצוא' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'ייבוא' })).not.toBeInTheDocument()
})
