import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Picker, type PickerItem } from './picker.tsx'

const people: PickerItem[] = [
  { id: '1', text: 'נועה לוי', note: 'תל אביב' },
  { id: '2', text: 'נועם כהן' },
  { id: '3', text: 'דנה ברק' },
]

function Person({ error }: { error?: string }) {
  const [value, setValue] = useState<PickerItem | null>(null)
  const [query, setQuery] = useState('')
  return (
    <form>
      <Picker
        label="איש קשר"
        name="contact_id"
        items={people.filter(({ text }) => text.includes(query))}
        value={value}
        onChange={setValue}
        onQuery={setQuery}
        empty="לא נמצא"
        error={error}
      />
    </form>
  )
}

const input = page.getByRole('combobox', { name: /^איש קשר/ })
const sent = () => new FormData(document.querySelector('form')!).get('contact_id')

test('typing filters the items, and Enter selects the first one', async () => {
  await render(<Person />)
  await input.click()
  await input.fill('כהן')
  await expect.element(page.getByRole('option', { name: 'נועם כהן' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('נועם כהן')
  expect(sent()).toBe('2')
  await expect.poll(() => page.getByRole('option').elements()).toEqual([])
})

test('an item can be selected by a press, and its name does not start a new search', async () => {
  await render(<Person />)
  await input.click()
  await page.getByRole('option', { name: /דנה ברק/ }).click()
  await expect.element(input).toHaveValue('דנה ברק')
  expect(sent()).toBe('3')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(3)
})

test('a search without a match shows the empty text, and Escape closes the list', async () => {
  await render(<Person />)
  await input.click()
  await input.fill('זאב')
  await expect.element(page.getByText('לא נמצא')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('.picker')).toBeNull()
  expect(sent()).toBe('')
})

test('Enter during a search selects the first result of the last typed text once it arrives', async () => {
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>()
  function Search() {
    const [value, setValue] = useState<PickerItem | null>(null)
    const [query, setQuery] = useState('')
    const [isSearching, setSearching] = useState(false)
    function search(typed: string) {
      setQuery(typed)
      setSearching(true)
      void isFound.then(() => setSearching(false))
    }
    const items = isSearching ? [] : people.filter(({ text }) => text.includes(query))
    const state = { value, onChange: setValue, onQuery: search, isSearching }
    return (
      <form>
        <Picker label="איש קשר" name="contact_id" items={items} empty="מחפשים" {...state} />
      </form>
    )
  }
  await render(<Search />)
  await input.click()
  await input.fill('נוע')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('ם')
  await userEvent.keyboard('{Enter}')
  expect(sent()).toBe('')
  find()
  await expect.element(input).toHaveValue('נועם כהן')
  expect(sent()).toBe('2')
  await expect.poll(() => document.querySelector('.picker')).toBeNull()
})

test('while displayed items are refetched, Enter selects the highlighted one and not the first', async () => {
  function Refetching() {
    const [value, setValue] = useState<PickerItem | null>(null)
    const [isSearching, setSearching] = useState(true)
    const state = { value, onChange: setValue, onQuery: () => {}, isSearching }
    return (
      <form>
        <Picker label="איש קשר" name="contact_id" items={people} empty="מחפשים" {...state} />
        <button type="button" onClick={() => setSearching(false)}>
          סוף החיפוש
        </button>
      </form>
    )
  }
  await render(<Refetching />)
  await input.click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(sent).not.toBe('')
  const selected = sent()
  expect(selected).not.toBe(people[0]!.id)
  await page.getByRole('button', { name: 'סוף החיפוש' }).click()
  await expect.element(page.getByRole('button', { name: 'סוף החיפוש' })).toHaveFocus()
  expect(sent()).toBe(selected)
})

test('clearing the text of a selected item clears the selection', async () => {
  await render(<Person />)
  await input.click()
  await page.getByRole('option', { name: /דנה ברק/ }).click()
  await expect.poll(sent).toBe('3')
  await input.fill('')
  await expect.poll(sent).toBe('')
})

test('an error is part of the field’s accessible description', async () => {
  await render(<Person error="צריך לבחור איש קשר" />)
  await expect.element(input).toHaveAccessibleDescription('צריך לבחור איש קשר')
  await expect.element(input).toBeInvalid()
})
