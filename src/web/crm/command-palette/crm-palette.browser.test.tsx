import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loseNextRequest } from '../../../../test/browser/network.ts'
import { addContact, addOpportunity, uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const palette = page.getByRole('dialog', { name: 'חיפוש ופעולות' })
const input = page.getByRole('combobox')
const option = (name: string | RegExp) => page.getByRole('option', { name })

async function openPalette(path = '/crm/tasks', as: 'owner' | 'sales' | 'content' = 'sales') {
  const screen = await openScreen(path, as)
  await expect.element(page.getByRole('button', { name: /^חיפוש או פעולה/ })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(input).toHaveFocus()
  return screen
}

test('typing finds a contact, and Enter opens its page and closes the palette', async () => {
  const { full_name, last_name, id } = await addContact()
  const { router } = await openPalette()
  await input.fill(last_name!)
  await expect.element(option(new RegExp(full_name))).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(full_name)
  expect(router.state.location.pathname).toBe(`/crm/contacts/${id}`)
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(input).toHaveValue('')
})

test('opportunities and notes are found by their text, each in its own group', async () => {
  const contact = await addContact()
  const word = uniqueName()
  const opportunity = await addOpportunity({ contact_id: contact.id, name: `ליווי ${word}` })
  const text = `${'מילים לפני '.repeat(8)}${word} בסוף`
  const note = { type: 'note', contact_id: contact.id, payload: { text } }
  await backendAs('owner').from('activities').insert(note).throwOnError()
  const { router } = await openPalette()
  await input.fill(word)
  await expect.element(option(new RegExp(`^ליווי ${word}`))).toMatchTextContent('פנייה חדשה')
  await expect.element(option(new RegExp(`^….*${word} בסוף`))).toMatchTextContent(contact.full_name)
  await option(new RegExp(`^ליווי ${word}`)).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(opportunity.name)
  expect(router.state.location.pathname).toBe(`/crm/opportunities/${opportunity.id}`)
})

test('multiple matches add a link to the filtered list', async () => {
  const last_name = uniqueName()
  for (const first_name of ['אבי', 'בני']) await addContact({ first_name, last_name })
  const { router } = await openPalette()
  await input.fill(last_name)
  await option(`כל מי שמתאים ל״${last_name}״`).click()
  await expect.poll(() => router.state.location.search).toBe(`?q=${encodeURIComponent(last_name)}`)
  await expect.poll(() => document.querySelectorAll('[data-person]').length).toBe(2)
})

test('a screen and a form can be opened by name', async () => {
  const { router } = await openPalette()
  await input.fill('צינור')
  await option('מעבר אל צינור מכירות').click()
  await expect.poll(() => router.state.location.pathname).toBe('/crm/pipeline')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await input.fill('איש קשר חדש')
  await option('איש קשר חדש').click()
  await expect.element(page.getByRole('dialog', { name: 'איש קשר חדש' }).getByLabelText(/^שם/)).toHaveFocus()
})

test('an empty result and a failed search each show a message', async () => {
  await openPalette()
  const word = uniqueName()
  await input.fill(word)
  await expect.element(page.getByText(`לא מצאנו את ״${word}״`)).toBeVisible()
  loseNextRequest('search_contacts')
  await input.fill(`${word}ב`)
  await expect.element(page.getByText('החיפוש לא הצליח. נסו שוב')).toBeVisible()
})

test('the shortcut closes the open palette, and the focus returns', async () => {
  await openPalette()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(palette).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^חיפוש או פעולה/ }).click()
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /^חיפוש או פעולה/ })).toHaveFocus()
})

test('admin commands are offered to admins only, and contacts not to content staff', async () => {
  await openPalette('/crm/tasks', 'content')
  await input.fill('ייבוא')
  await expect.element(option('ייבוא אנשי קשר מקובץ')).not.toBeInTheDocument()
  await input.fill('מעבר')
  await expect.element(option('מעבר אל בלוג')).toBeVisible()
  for (const name of ['מעבר אל אנשי קשר', 'מעבר אל צינור מכירות'])
    await expect.element(option(name)).not.toBeInTheDocument()
})
