import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { backend } from './add-post.fixture.ts'
import { CategoriesDialog } from './categories-dialog.tsx'

const names = page.getByRole('textbox', { name: 'שם הנושא' })
const add = page.getByRole('button', { name: 'הוספת נושא' })
const readNames = async (name: string) => {
  const { data } = await backend.from('post_categories').select('name').eq('name', name).throwOnError()
  return data.length
}

test('a category is added, renamed and removed, and the add form is reset', async () => {
  await renderApp(<CategoriesDialog kind="categories" onClose={() => {}} />, { as: 'content' })
  const [first, second] = [unique('חיסכון'), unique('פנסיה')]
  await add.click()
  await expect.element(names.last()).toHaveAttribute('aria-invalid', 'true')
  await names.last().fill(first)
  await add.click()
  const remove = page.getByRole('button', { name: `הסרת ${first}` })
  await expect.element(remove).toBeVisible()
  await expect.element(names.last()).toHaveValue('')
  await names.last().fill(first)
  await add.click()
  await expect.element(names.last()).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => readNames(first)).toBe(1)
  const row = page.getByRole('listitem').filter({ has: remove })
  await row.getByRole('textbox').fill(second)
  await row.getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(() => readNames(second)).toBe(1)
  await page.getByRole('button', { name: `הסרת ${second}` }).click()
  await expect.poll(() => readNames(second)).toBe(0)
  await expect.element(page.getByRole('button', { name: `הסרת ${second}` })).not.toBeInTheDocument()
})

test('a category that a colleague renamed during the edit is not overwritten, until the edit is saved again', async () => {
  const { data: category } = await backend
    .from('post_categories')
    .insert({ name: unique('חיסכון'), slug: `t-${crypto.randomUUID().slice(0, 12)}` })
    .select('id, name')
    .single()
    .throwOnError()
  onTestFinished(async () => {
    await backend.from('post_categories').delete().eq('id', category.id).throwOnError()
  })
  const dialog = <CategoriesDialog kind="categories" onClose={() => {}} />
  const { connection } = await renderApp(dialog, { as: 'content' })
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `הסרת ${name}` }) })
  const [mine, theirs] = [unique('שלי'), unique('של דנה')]
  await rowOf(category.name).getByRole('textbox').fill(mine)
  await backendAs('admin').from('post_categories').update({ name: theirs }).eq('id', category.id).throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  const row = rowOf(theirs)
  await expect.element(row).toBeVisible()
  await row.getByRole('button', { name: 'שמירה' }).click()
  await expect.element(row.getByText(/מישהו אחר שמר קודם/)).toBeVisible()
  await expect.element(row.getByRole('textbox')).toHaveValue(mine)
  expect(await readNames(theirs)).toBe(1)
  await row.getByRole('button', { name: 'שמירה' }).click()
  await expect.poll(() => readNames(mine)).toBe(1)
  // After the save the field follows the stored name again.
  await expect.element(rowOf(mine)).toBeVisible()
  await expect.poll(() => connection.queries.isMutating()).toBe(0)
  await backendAs('admin').from('post_categories').update({ name: theirs }).eq('id', category.id).throwOnError()
  await connection.queries.invalidateQueries()
  await expect.element(rowOf(theirs).getByRole('textbox')).toHaveValue(theirs)
})
