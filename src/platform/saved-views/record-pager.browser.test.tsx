import { useParams } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../../../test/browser/render.tsx'
import { storeLastList } from './last-list.ts'
import { RecordPager } from './record-pager.tsx'

function Record() {
  const { id = '' } = useParams()
  return (
    <>
      <RecordPager entity="contacts" id={id} path={(to) => `/contacts/${to}`} />
      <input aria-label="הערה" />
      <input type="checkbox" aria-label="בוצע" />
      <h1>{id}</h1>
    </>
  )
}
const open = (id: string) => renderApp(<Record />, { route: '/contacts/:id', path: `/contacts/${id}` })
const shown = page.getByRole('heading')
const place = page.getByText(/מתוך/)

test('the links open the previous and next record in list order, and are omitted at the ends', async () => {
  storeLastList('contacts', ['a', 'b', 'c'])
  await open('b')
  await expect.element(place).toHaveTextContent('2 מתוך 3')
  await page.getByRole('link', { name: 'הבא ברשימה' }).click()
  await expect.element(shown).toHaveTextContent('c')
  expect(page.getByRole('link', { name: 'הבא ברשימה' }).elements()).toEqual([])
  await page.getByRole('link', { name: 'הקודם ברשימה' }).click()
  await expect.element(shown).toHaveTextContent('b')
})

test('J and K step through the list by physical key, also on a Hebrew layout', async () => {
  storeLastList('contacts', ['a', 'b', 'c'])
  await open('a')
  await expect.element(place).toBeVisible()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyJ', key: 'ח', bubbles: true, cancelable: true }))
  await expect.element(shown).toHaveTextContent('b')
  await userEvent.keyboard('k')
  await expect.element(shown).toHaveTextContent('a')
  // The first record has no previous one.
  await userEvent.keyboard('k')
  await expect.element(shown).toHaveTextContent('a')
})

test('J and K are ignored in text fields and with modifiers, but not on a checkbox', async () => {
  storeLastList('contacts', ['a', 'b'])
  await open('a')
  await page.getByLabelText('הערה').click()
  await userEvent.keyboard('j')
  await expect.element(page.getByLabelText('הערה')).toHaveValue('j')
  await expect.element(shown).toHaveTextContent('a')
  await page.getByLabelText('בוצע').click()
  await userEvent.keyboard('{Shift>}j{/Shift}')
  await expect.element(shown).toHaveTextContent('a')
  await userEvent.keyboard('j')
  await expect.element(shown).toHaveTextContent('b')
})

test('a record not opened from a list, or from a list of one, has no pager', async () => {
  const screen = await open('a')
  await expect.element(shown).toBeVisible()
  expect(page.getByRole('navigation').elements()).toEqual([])
  await screen.unmount()
  storeLastList('contacts', ['a'])
  await open('a')
  await expect.element(shown).toBeVisible()
  expect(page.getByRole('navigation').elements()).toEqual([])
})
