import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique, uniquePhone } from '../../../../test/browser/unique.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const backend = backendAs('owner')

async function addPair() {
  const phone = uniquePhone()
  const last_name = unique('כפולה')
  const winner = await addContact({ first_name: 'רות', last_name, phone })
  const loser = await addContact({ first_name: 'רותי', last_name })
  await backend.from('contacts').update({ source: 'המלצה', lifecycle: 'client' }).eq('id', loser.id).throwOnError()
  return { winner, loser }
}
const readContact = async (id: string) => {
  const { data } = await backend.from('contacts').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

test('each differing field is taken from the selected side, and the merge can be undone', async () => {
  const { winner, loser } = await addPair()
  await openScreen(`/crm/duplicates?contact=${winner.id}`, 'owner')
  await page.getByRole('combobox', { name: /עם מי לאחד/ }).fill(loser.full_name)
  await page.getByRole('option', { name: new RegExp(loser.full_name) }).click()
  const stay = page.getByRole('group', { name: 'הרשומה שנשארת' })
  await stay.getByRole('radio', { name: new RegExp(`^${winner.full_name}`) }).click()
  await page.getByRole('group', { name: 'סוג' }).getByRole('radio', { name: /לקוח/ }).click()
  await expect.element(page.getByText('אפשר להפריד את הרשומות בחזרה בכל זמן.')).toBeVisible()
  await page.getByRole('button', { name: /^איחוד/ }).click()
  await expect.poll(async () => (await readContact(winner.id))?.lifecycle).toBe('client')
  const { router } = await openScreen('/crm/duplicates?show=merged', 'owner')
  expect(router.state.location.search).toBe('?show=merged')
  await page.getByRole('button', { name: `הפרדה של ${loser.full_name} ושל ${winner.full_name}` }).click()
  await dialog.getByRole('button', { name: 'הפרדה' }).click()
  await expect.element(page.getByText('הרשומות הופרדו').first()).toBeVisible()
  await expect.poll(async () => (await readContact(winner.id))?.lifecycle).toBe('lead')
  await expect.poll(async () => (await readContact(loser.id))?.source).toBe('המלצה')
})

test('the sales role can compare two records but not merge them', async () => {
  const { winner, loser } = await addPair()
  await openScreen(`/crm/duplicates?contact=${winner.id}`, 'sales')
  await page.getByRole('combobox', { name: /עם מי לאחד/ }).fill(loser.full_name)
  await page.getByRole('option', { name: new RegExp(loser.full_name) }).click()
  await expect.element(page.getByRole('group', { name: 'רשומה', exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^איחוד/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'מה שאוחד' })).not.toBeInTheDocument()
})
