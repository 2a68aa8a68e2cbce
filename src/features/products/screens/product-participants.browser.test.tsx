import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { addPrice, addProduct } from '../add-product.fixture.ts'

const backend = backendAs('owner')
const enrol = page.getByRole('button', { name: 'רישום משתתפים' })
const picker = page.getByRole('combobox', { name: /^איש קשר/ })

async function choose(name: string) {
  await picker.fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}
async function productForOne() {
  const product = await addProduct({ is_active: true })
  const price = await addPrice(product.id, { seats: 1 })
  return { product, price }
}

test('enrolling takes a seat, a full product refuses enrolments, and ending an enrolment frees its seat until undo restores it', async () => {
  const { product, price } = await productForOne()
  const [first, second] = [await addContact(), await addContact()]
  await openScreen(`/crm/products/${product.id}`, 'owner')
  await expect.element(page.getByText(/מקום אחד, אחד פנוי/)).toBeVisible()
  await enrol.click()
  await expect.element(picker).toHaveAccessibleDescription('יש לבחור איש קשר')
  await choose(first.full_name)
  await enrol.click()
  await expect.element(page.getByRole('heading', { name: 'משתתפים (1)' })).toBeVisible()
  await expect.element(page.getByText(/מקום אחד, כולם תפוסים/)).toBeVisible()
  await expect.element(picker).toHaveValue('')
  const { data } = await backend
    .from('enrolments')
    .select('contact_id, price_id')
    .eq('product_id', product.id)
    .throwOnError()
  expect(data).toEqual([{ contact_id: first.id, price_id: price.id }])
  await choose(second.full_name)
  await enrol.click()
  await expect.element(picker).toHaveAccessibleDescription('כל המקומות תפוסים')
  await expect.element(picker).toHaveValue(second.full_name)
  await page.getByRole('button', { name: `סיום ההשתתפות של ${first.full_name}` }).click()
  await expect.element(page.getByText('ההשתתפות הסתיימה, והמקום פנוי')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'משתתפים (0)' })).toBeVisible()
  await undoLast()
  await expect.element(page.getByRole('link', { name: first.full_name })).toBeVisible()
})

test('a contact who is already enrolled is refused with a reason', async () => {
  const product = await addProduct()
  const contact = await addContact()
  await backend.from('enrolments').insert({ product_id: product.id, contact_id: contact.id }).throwOnError()
  await openScreen(`/crm/products/${product.id}`, 'owner')
  await expect.element(page.getByRole('link', { name: contact.full_name })).toBeVisible()
  await choose(contact.full_name)
  await enrol.click()
  await expect.element(picker).toHaveAccessibleDescription('איש הקשר כבר רשום למוצר הזה')
})

test('a product with enrolments cannot be deleted, and deleting a product without enrolments returns to the list', async () => {
  const product = await addProduct()
  const contact = await addContact()
  await backend.from('enrolments').insert({ product_id: product.id, contact_id: contact.id }).throwOnError()
  const { router } = await openScreen(`/crm/products/${product.id}`, 'owner')
  const dialog = page.getByRole('dialog', { name: `למחוק את ${product.name}?` })
  await page.getByRole('button', { name: 'מחיקת המוצר' }).click()
  await dialog.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(page.getByText(/^יש מי שנרשמו למוצר/)).toBeVisible()
  const other = await addProduct()
  await router.navigate(`/crm/products/${other.id}`)
  await page.getByRole('button', { name: 'מחיקת המוצר' }).click()
  await page
    .getByRole('dialog', { name: `למחוק את ${other.name}?` })
    .getByRole('button', { name: 'מחיקה' })
    .click()
  await expect.element(page.getByText('המוצר נמחק')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/products')
  const { data } = await backend.from('products').select('id').in('id', [product.id, other.id]).throwOnError()
  expect(data).toEqual([{ id: product.id }])
})
