import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { addProduct } from '../add-product.fixture.ts'

const backend = backendAs('owner')
const field = (name: string) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'שמירת השינויים' })

async function openProduct(known?: Parameters<typeof addProduct>[0]) {
  const product = await addProduct(known)
  const screen = await openScreen(`/crm/products/${product.id}`, 'content')
  await expect.element(field('שם')).toHaveValue(product.name)
  return { ...screen, product }
}
const readProduct = async (id: string) => {
  const { data } = await backend.from('products').select('*').eq('id', id).single().throwOnError()
  return data
}

test('lines are parsed into a list and facts, and a line without a colon is refused at its field', async () => {
  const { product } = await openProduct()
  await field('מה כלול').fill('פגישה אישית\n\n  קבוצת ליווי ')
  await field('להשוואה בין מסלולים').fill('פגישות אישיות')
  await save.click()
  await expect.element(field('להשוואה בין מסלולים')).toHaveAccessibleDescription(/בכל שורה: מה, נקודתיים, וכמה/)
  await field('להשוואה בין מסלולים').fill('פגישות אישיות: 12\nשעות: 10:00')
  await save.click()
  await expect.element(page.getByText('המוצר נשמר, והאתר כבר מעודכן')).toBeVisible()
  await expect
    .poll(() => readProduct(product.id))
    .toMatchObject({
      included: ['פגישה אישית', 'קבוצת ליווי'],
      facts: [
        { label: 'פגישות אישיות', value: '12' },
        { label: 'שעות', value: '10:00' },
      ],
    })
})

test('a concurrent save by a colleague is shown before the form overwrites it, and both edits are saved', async () => {
  const { product } = await openProduct({ tagline: 'הישנה' })
  await field('שורה אחת').fill('שלי')
  const theirs = unique('שלהם')
  await backendAs('admin').from('products').update({ name: theirs, kind: 'event' }).eq('id', product.id).throwOnError()
  await save.click()
  const notice = page.getByRole('alert').filter({ hasText: /שינוי שנשמר בזמן שערכתם/ })
  await expect.element(notice).toMatchTextContent(new RegExp(`שם:.*${theirs}`))
  await expect.element(notice).toMatchTextContent(/סוג:.*אירוע/)
  await expect.element(field('שורה אחת')).toHaveValue('שלי')
  await expect.poll(async () => (await readProduct(product.id)).tagline).toBe('הישנה')
  await save.click()
  await expect.element(page.getByText('המוצר נשמר, והאתר כבר מעודכן')).toBeVisible()
  await expect.poll(() => readProduct(product.id)).toMatchObject({ name: theirs, kind: 'event', tagline: 'שלי' })
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(field('שם')).toHaveValue(theirs)
})

test("another product's former slug is refused at its field, and leaving with unsaved input requires confirmation", async () => {
  const other = await addProduct()
  await backend
    .from('products')
    .update({ slug: `${other.slug}-x` })
    .eq('id', other.id)
    .throwOnError()
  const { product, router } = await openProduct()
  await field('הכתובת באתר').fill(other.slug)
  await save.click()
  await expect.element(field('הכתובת באתר')).toHaveAccessibleDescription(/כבר שייכת למוצר אחר, או הייתה שלו/)
  await expect.element(field('הכתובת באתר')).toHaveFocus()
  void router.navigate('/crm/products')
  const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(field('הכתובת באתר')).toHaveValue(other.slug)
  expect(router.state.location.pathname).toBe(`/crm/products/${product.id}`)
  await expect.poll(async () => (await readProduct(product.id)).slug).toBe(product.slug)
})
