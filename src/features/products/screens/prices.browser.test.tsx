import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { addPrice, addProduct } from '../add-product.fixture.ts'

const backend = backendAs('owner')
const dialog = page.getByRole('dialog', { name: /מחיר/ })
const field = (name: string | RegExp) => dialog.getByRole('textbox', { name })
const save = dialog.getByRole('button', { name: 'שמירת המחיר' })
const readPrices = async (id: string) => {
  const { data } = await backend.from('prices').select('*').eq('product_id', id).order('active_from').throwOnError()
  return data
}

test('a price is entered in shekels and days, and a second one with overlapping days is refused at its field', async () => {
  const product = await addProduct()
  await openScreen(`/crm/products/${product.id}`, 'owner')
  await expect.element(page.getByText('עוד לא נקבע מחיר. בלי מחיר אי אפשר להצטרף.')).toBeVisible()
  await page.getByRole('button', { name: 'מחיר', exact: true }).click()
  await save.click()
  await expect.element(field('סכום בשקלים')).toHaveAccessibleDescription(/סכום בשקלים, למשל 1,290/)
  await field('סכום בשקלים').fill('1,290')
  await field('עד כמה תשלומים').fill('6')
  await dialog.getByLabelText(/^מיום/).fill('2026-06-01')
  await dialog.getByLabelText(/^עד סוף היום/).fill('2026-05-31')
  await save.click()
  await expect.element(dialog.getByLabelText(/^עד סוף היום/)).toHaveAccessibleDescription('היום האחרון בא אחרי הראשון')
  await dialog.getByLabelText(/^עד סוף היום/).fill('2026-06-30')
  await save.click()
  await expect.element(page.getByText('המחיר נשמר, והאתר כבר מעודכן')).toBeVisible()
  await expect.element(page.getByText('הסתיים')).toBeVisible()
  await expect.element(page.getByText(/עד 6 תשלומים ללא ריבית. 1.6.2026 עד 30.6.2026/)).toBeVisible()
  await expect
    .poll(() => readPrices(product.id))
    .toMatchObject([
      { amount_agorot: 129_000, max_installments: 6, interval: null, active_to: '2026-06-30T21:00:00+00:00' },
    ])
  await page.getByRole('button', { name: 'מחיר', exact: true }).click()
  await field('סכום בשקלים').fill('300')
  await dialog.getByLabelText('איך משלמים').selectOptions('month')
  await expect.element(field('עד כמה תשלומים')).not.toBeInTheDocument()
  await field(/^כמה חיובים/).fill('12')
  await dialog.getByLabelText(/^מיום/).fill('2026-06-30')
  await save.click()
  await expect.element(dialog.getByLabelText(/^מיום/)).toHaveAccessibleDescription(/בימים האלה כבר יש מחיר באותו שם/)
  await dialog.getByLabelText(/^מיום/).fill('2026-07-01')
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('עכשיו', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await readPrices(product.id))[1])
    .toMatchObject({ amount_agorot: 30_000, interval: 'month', charges: 12 })
})

test('an edited price shows its last day, and a deleted one disappears from the list', async () => {
  const product = await addProduct()
  await addPrice(product.id, { active_to: '2027-01-31T22:00:00Z', seats: 4, interval: 'year', charges: 2 })
  await openScreen(`/crm/products/${product.id}`, 'admin')
  await expect.element(page.getByText(/חיוב שנתי, שנתיים\. .*עד 31\.1\.2027\. 4 מקומות/)).toBeVisible()
  await page.getByRole('button', { name: /^עריכת המחיר/ }).click()
  await expect.element(dialog.getByLabelText(/^עד סוף היום/)).toHaveValue('31.01.2027')
  await expect.element(field('סכום בשקלים')).toHaveValue('1290')
  await field('סכום בשקלים').fill('990')
  await save.click()
  await expect.element(page.getByRole('button', { name: /^עריכת המחיר.*990/ })).toBeVisible()
  await page.getByRole('button', { name: /^מחיקת המחיר.*990/ }).click()
  await expect.element(page.getByText('המחיר נמחק')).toBeVisible()
  await expect.element(page.getByText(/^עוד לא נקבע מחיר\. בלי/)).toBeVisible()
  await expect.poll(() => readPrices(product.id)).toEqual([])
})

test("a colleague's change of a price during the edit is not overwritten, until the edit is saved again", async () => {
  const product = await addProduct()
  const price = await addPrice(product.id)
  const { connection } = await openScreen(`/crm/products/${product.id}`, 'owner')
  await page.getByRole('button', { name: /^עריכת המחיר/ }).click()
  await field('סכום בשקלים').fill('2000')
  await backendAs('admin').from('prices').update({ amount_agorot: 150_000 }).eq('id', price.id).throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו אחר שמר קודם/)
  await expect.element(field('סכום בשקלים')).toHaveValue('2000')
  expect(await readPrices(product.id)).toMatchObject([{ amount_agorot: 150_000 }])
  await save.click()
  await expect.poll(() => readPrices(product.id)).toMatchObject([{ amount_agorot: 200_000 }])
})

test("after a conflict, fields that were not changed show the colleague's choices, and the next save preserves them", async () => {
  const product = await addProduct()
  const price = await addPrice(product.id)
  const { connection } = await openScreen(`/crm/products/${product.id}`, 'owner')
  await page.getByRole('button', { name: /^עריכת המחיר/ }).click()
  await field(/^שם המחיר/).fill('ליחיד')
  const theirs = { amount_agorot: 150_000, vat_mode: 'exempt', interval: 'month', charges: 12 } as const
  await backendAs('admin').from('prices').update(theirs).eq('id', price.id).throwOnError()
  // As after a new sign-in.
  await connection.queries.invalidateQueries()
  await expect.poll(() => connection.queries.isFetching()).toBe(0)
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/מישהו אחר שמר קודם/)
  await expect.element(field('סכום בשקלים')).toHaveValue('1500')
  await expect.element(dialog.getByLabelText('מע״מ')).toHaveValue('exempt')
  await expect.element(dialog.getByLabelText('איך משלמים')).toHaveValue('month')
  await expect.element(field(/^כמה חיובים/)).toHaveValue('12')
  await save.click()
  await expect.poll(() => readPrices(product.id)).toMatchObject([{ ...theirs, name: 'ליחיד' }])
})

test('the content role sees prices, but cannot change them, delete the product or see its participants', async () => {
  const product = await addProduct()
  await addPrice(product.id)
  const { fetch } = globalThis
  onTestFinished(() => void (globalThis.fetch = fetch))
  const requestedUrls: string[] = []
  globalThis.fetch = (...request) => {
    requestedUrls.push(new Request(...request).url)
    return fetch(...request)
  }
  await openScreen(`/crm/products/${product.id}`, 'content')
  await expect.element(page.getByText('עכשיו', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'המוצר מוצג באתר' })).toBeVisible()
  for (const name of ['מחיר', /^עריכת המחיר/, /^מחיקת המחיר/, 'מחיקת המוצר', 'רישום משתתפים'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  // Participants, which this role cannot see, are not even requested.
  expect(requestedUrls.filter((url) => url.includes('/rest/v1/products'))).not.toEqual([])
  expect(requestedUrls.filter((url) => url.includes('/rest/v1/enrolments'))).toEqual([])
})
