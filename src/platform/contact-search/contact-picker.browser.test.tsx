import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { makeContact, newPhone, unique } from '../../../test/browser/make-contact.ts'
import { holdNextRequest, loseNextRequest } from '../../../test/browser/network.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { ContactPicker } from './contact-picker.tsx'

type Given = Partial<Parameters<typeof ContactPicker>[0]>

function Form(props: Given) {
  const [contact, setContact] = useState<PickerItem | null>(null)
  return (
    <form>
      <ContactPicker value={contact} onChange={setContact} {...props} />
      <output>{contact?.text}</output>
    </form>
  )
}
const open = (given: Given = {}, as: 'owner' | 'coach' = 'owner') => renderApp(<Form {...given} />, { as })
const box = page.getByRole('combobox')
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map((one) => one.textContent)
const sent = () => document.querySelector<HTMLInputElement>('input[name="contact_id"]')!.value

test('a contact is found by part of the name or the number, and its id is submitted', async () => {
  const phone = newPhone()
  const last = unique('מזרחי')
  const { id, full_name } = await makeContact({ last, phone })
  await open()
  await box.fill(last)
  await expect.poll(options).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent(full_name)
  expect(sent()).toBe(id)
  await box.fill(phone.replace('+972', '0'))
  await expect.poll(() => options()[0]).toContain(full_name)
  expect(options()[0]).toContain(phone.slice(-4))
})

test('an empty result shows a message, and a new contact is offered only where creation is supported', async () => {
  const name = unique('לא רשומה')
  const screen = await open()
  await box.fill(name)
  await expect.element(page.getByText('אין איש קשר כזה. אפשר להוסיף אותו קודם')).toBeVisible()
  await screen.unmount()
  const created: string[] = []
  await open({ onCreate: (typed) => created.push(typed) })
  await box.fill(` ${name} `)
  await expect.poll(options).toEqual([`${name}איש קשר חדש`])
  await page.getByRole('option').click()
  expect(created).toEqual([name])
  expect(sent()).toBe('')
})

test('Enter during a search does not select a result of the previous query', async () => {
  const first = await makeContact({ last: unique('ראשונה') })
  await open()
  await box.fill(first.full_name)
  await expect.poll(options).toHaveLength(1)
  await box.fill(unique('אחרת'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(options).toEqual([])
  expect(sent()).toBe('')
})

test('Enter creates no contact before the option is displayed, even if the search has no results or fails', async () => {
  const created: string[] = []
  await open({ onCreate: (typed) => created.push(typed) })
  const [unknown, unsearched] = [unique('לא רשומה'), unique('לא נמצאה')]
  const offered = (name: string) => [`${name}איש קשר חדש`]
  const search = holdNextRequest('search_contacts')
  await box.fill(unknown)
  await search.sent
  await userEvent.keyboard('{Enter}')
  search.release()
  await expect.poll(options).toEqual(offered(unknown))
  expect(created).toEqual([])

  loseNextRequest('search_contacts')
  const lost = holdNextRequest('search_contacts')
  await box.fill(unsearched)
  await userEvent.keyboard('{Enter}')
  lost.release()
  await expect.poll(options).toEqual(offered(unsearched))
  expect(created).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => created).toEqual([unsearched])
})

test("the form's own contact is excluded", async () => {
  const last = unique('כפולה')
  const [self, other] = [await makeContact({ first: 'אבי', last }), await makeContact({ first: 'בתיה', last })]
  await open({ without: self.id })
  await box.fill(last)
  await expect.poll(options).toEqual([other.full_name])
})

test('suggested contacts are listed before a query is typed, and replaced by the results', async () => {
  const found = await makeContact({ last: unique('נמצאת') })
  await open({ proposed: [{ id: found.id, full_name: 'מוצעת', points: [] }] })
  await box.click()
  await expect.poll(options).toEqual(['מוצעת'])
  await box.fill(found.full_name)
  await expect.poll(options).toEqual([found.full_name])
})

test('a coach finds only their own contacts', async () => {
  const last = unique('חסויה')
  await makeContact({ first: 'של הבעלים', last })
  const own = await makeContact({ first: 'של הליווי', last, as: 'coach' })
  await open({}, 'coach')
  await box.fill(last)
  await expect.poll(options).toEqual([own.full_name])
})
