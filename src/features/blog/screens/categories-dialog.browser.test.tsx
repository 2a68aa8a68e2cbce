import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../../test/browser/render.tsx'
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
