import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SampleBoard } from '../../../test/browser/sample-board.tsx'

const start = { פניות: ['אורן', 'ברוש', 'גפן'], פגישות: [], הצעות: ['דקל'] }
const card = (name: string) => page.getByRole('article', { name, exact: true })
const announcement = page.getByRole('status')
const cardsOf = (column: string) =>
  [...document.querySelectorAll(`[data-column="${column}"] [data-card]`)].map((each) => each.getAttribute('data-card'))

async function focusCard(name: string) {
  await expect.element(card(name)).toBeInTheDocument()
  card(name).element().focus()
}

test('only one card of the board is in the tab order: the last focused one', async () => {
  await render(<SampleBoard start={start} />)
  const inTabOrder = () =>
    [...document.querySelectorAll('[data-card]')].filter((each) => each.getAttribute('tabindex') === '0')
  await expect.poll(() => inTabOrder().map((each) => each.getAttribute('data-card'))).toEqual(['אורן'])
  await focusCard('גפן')
  await expect.poll(() => inTabOrder().map((each) => each.getAttribute('data-card'))).toEqual(['גפן'])
})

test('arrow keys follow the reading direction and skip empty columns', async () => {
  await render(<SampleBoard start={start} />)
  await focusCard('אורן')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(card('ברוש')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(card('דקל')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(card('אורן')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(card('אורן')).toHaveFocus()
})

test('Space lifts a card, arrow keys move it, and Space drops it before the following card', async () => {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} />)
  await focusCard('ברוש')
  await userEvent.keyboard(' ')
  await expect.element(announcement).toHaveTextContent('הורם: ברוש, פניות 2/3')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(announcement).toHaveTextContent('מעל: ברוש, הצעות 1/2')
  expect(onMove).not.toHaveBeenCalled()
  await userEvent.keyboard(' ')
  await expect.element(announcement).toHaveTextContent('הונח: ברוש, הצעות 1/2')
  expect(onMove.mock.calls).toEqual([[{ id: 'ברוש', to: 'הצעות', before: 'דקל' }]])
  expect(cardsOf('הצעות')).toEqual(['ברוש', 'דקל'])
  await expect.element(card('ברוש')).toHaveFocus()
})

test('a card moved past the end of its column is appended', async () => {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} />)
  await focusCard('אורן')
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(() => onMove.mock.calls).toEqual([[{ id: 'אורן', to: 'פניות', before: null }]])
  expect(cardsOf('פניות')).toEqual(['ברוש', 'גפן', 'אורן'])
})

test.for(['Escape', 'Tab'])('%s returns a lifted card and announces it', async (key) => {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} />)
  await focusCard('ברוש')
  await userEvent.keyboard(' {ArrowLeft}')
  await expect.element(announcement).toHaveTextContent('מעל: ברוש, פגישות 1/1')
  await userEvent.keyboard(`{${key}}`)
  await expect.element(announcement).toHaveTextContent('בוטל: ברוש, פניות')
  expect(onMove).not.toHaveBeenCalled()
  expect(cardsOf('פניות')).toEqual(['אורן', 'ברוש', 'גפן'])
})

test('dropping a card at its original position does not call onMove', async () => {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} />)
  await focusCard('ברוש')
  await userEvent.keyboard(' {ArrowDown}{ArrowUp} ')
  await expect.element(announcement).toHaveTextContent('הונח: ברוש, פניות 2/3')
  expect(onMove).not.toHaveBeenCalled()
})

test('a lifted card is returned when it loses the focus', async () => {
  await render(<SampleBoard start={start} />)
  await focusCard('ברוש')
  await userEvent.keyboard(' ')
  await expect.element(announcement).toMatchTextContent('הורם')
  page.getByRole('button', { name: 'הסרת הכרטיס הראשון' }).element().focus()
  await expect.element(announcement).toHaveTextContent('בוטל: ברוש, פניות')
})

test('a drag ends when its card leaves the board, and another card can then be lifted', async () => {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} />)
  await focusCard('אורן')
  await userEvent.keyboard(' {ArrowDown}')
  const remove = page.getByRole('button', { name: 'הסרת הכרטיס הראשון' }).element() as HTMLElement
  remove.click()
  await expect.element(card('אורן')).not.toBeInTheDocument()
  await expect.poll(() => document.querySelector('.board-gap')).toBeNull()
  await focusCard('ברוש')
  await userEvent.keyboard(' {ArrowDown} ')
  await expect.poll(() => onMove.mock.calls).toEqual([[{ id: 'ברוש', to: 'פניות', before: null }]])
})

test('the board does not handle keys on a button inside a card', async () => {
  await render(<SampleBoard start={start} />)
  const button = page.getByRole('button', { name: 'תפריט של אורן' })
  await expect.element(button).toBeInTheDocument()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.element(button).toHaveFocus()
  await expect.element(announcement).toBeEmptyDOMElement()
})

test('other keys are passed to onCardKey with the card, but not while it is lifted', async () => {
  const onCardKey = vi.fn((_event: KeyboardEvent, _id: string) => {})
  await render(<SampleBoard start={start} onCardKey={onCardKey} />)
  await focusCard('ברוש')
  await userEvent.keyboard('e {ArrowDown}e')
  await userEvent.keyboard('{Escape}w')
  expect(onCardKey.mock.calls.map(([event, id]) => `${event.key} ${id}`)).toEqual(['e ברוש', 'w ברוש'])
})

test('the board does not handle arrow keys with a modifier key', async () => {
  await render(<SampleBoard start={start} />)
  await focusCard('אורן')
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}')
  await expect.element(card('אורן')).toHaveFocus()
})

test('the caller can move the focus to a card, repeatedly to the same one', async () => {
  const screen = await render(<SampleBoard start={start} focus={null} />)
  await screen.rerender(<SampleBoard start={start} focus={{ card: 'דקל' }} />)
  await expect.element(card('דקל')).toHaveFocus()
  await focusCard('אורן')
  await screen.rerender(<SampleBoard start={start} focus={{ card: 'דקל' }} />)
  await expect.element(card('דקל')).toHaveFocus()
})

test('positions and announcements include cards that are not loaded yet', async () => {
  const column = (id: string) => (id === 'הצעות' ? { total: 40 } : {})
  await render(<SampleBoard start={start} column={column} />)
  await expect.element(card('דקל')).toHaveAttribute('aria-setsize', '40')
  await focusCard('אורן')
  await userEvent.keyboard(' {ArrowLeft}{ArrowLeft}')
  await expect.element(announcement).toHaveTextContent('מעל: אורן, הצעות 1/41')
})
