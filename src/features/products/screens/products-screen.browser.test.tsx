import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { addPrice, addProduct, uniqueSlug } from '../add-product.fixture.ts'

const backend = backendAs('owner')
const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(name) })
const readProduct = async (id: string) => {
  const { data } = await backend.from('products').select('is_active, position').eq('id', id).single().throwOnError()
  return data
}

test('the slug of a new product is derived from its name until edited, and a duplicate is refused at its field', async () => {
  const taken = await addProduct()
  const name = unique('קורס בית').replaceAll('"', '')
  const { router } = await openScreen('/crm/products', 'content')
  await page.getByRole('button', { name: 'מוצר', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'מוצר חדש' })
  const [nameField, slug] = [
    dialog.getByRole('textbox', { name: 'שם' }),
    dialog.getByRole('textbox', { name: 'הכתובת באתר' }),
  ]
  await nameField.fill('קורס: 3 שעות!')
  await expect.element(slug).toHaveValue('קורס-3-שעות')
  await slug.fill(taken.slug)
  await nameField.fill(name)
  await expect.element(slug).toHaveValue(taken.slug)
  await dialog.getByRole('button', { name: 'הוספת המוצר' }).click()
  await expect.element(slug).toHaveAccessibleDescription(/הכתובת הזאת כבר שייכת למוצר אחר/)
  await slug.fill('crm')
  await dialog.getByRole('button', { name: 'הוספת המוצר' }).click()
  await expect.element(slug).toHaveAccessibleDescription(/הכתובת הזאת שמורה לעמוד של האתר/)
  await expect.element(nameField).toHaveValue(name)
  await slug.fill(uniqueSlug())
  await dialog.getByLabelText('סוג').selectOptions('event')
  await dialog.getByRole('button', { name: 'הוספת המוצר' }).click()
  await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/crm\/products\/[0-9a-f-]{36}$/)
  const { data } = await backend.from('products').select('kind, is_active').eq('name', name).throwOnError()
  expect(data).toEqual([{ kind: 'event', is_active: false }])
})

test('publishing a product shows its offer state, and a product can be moved below the next one', async () => {
  const [first, second] = [await addProduct({ position: 900 }), await addProduct({ position: 901 })]
  await addPrice(first.id, { amount_agorot: 24_000, interval: 'month' })
  await openScreen('/crm/products', 'owner')
  await expect.element(rowOf(first.name).getByText('אפשר להצטרף')).not.toBeInTheDocument()
  const shown = rowOf(first.name).getByRole('switch', { name: 'באתר' })
  await shown.click()
  await expect.element(shown).toBeChecked()
  await expect.element(rowOf(first.name).getByText('אפשר להצטרף')).toBeVisible()
  await expect.element(rowOf(first.name).getByText(/240 ₪ לחודש|לחודש/)).toBeVisible()
  await expect.poll(async () => (await readProduct(first.id)).is_active).toBe(true)
  const down = page.getByRole('button', { name: `הורדה: ${first.name}` })
  await down.click()
  await expect
    .poll(async () => (await readProduct(first.id)).position > (await readProduct(second.id)).position)
    .toBe(true)
  await expect.element(down).toHaveFocus()
  const places = () => {
    const links = page.getByRole('link', { name: /ליווי/ }).elements()
    return [second, first].map(({ name }) => links.findIndex((link) => link.textContent === name))
  }
  await expect.poll(() => places()[0]! - places()[1]!).toBe(-1)
  await shown.click()
  await expect.poll(async () => (await readProduct(first.id)).is_active).toBe(false)
})
