import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { drag, mouse, pointIn, touch } from '../../../test/browser/pointer.ts'
import { SampleBoard } from '../../../test/browser/sample-board.tsx'

const start = { פניות: ['אורן', 'ברוש', 'גפן'], פגישות: [], הצעות: ['דקל', 'הדס'] }
const card = (name: string) => page.getByRole('article', { name, exact: true })
const column = (name: string) => page.getByRole('region', { name, exact: true })
const announcement = page.getByRole('status')

async function show(props: Partial<Parameters<typeof SampleBoard>[0]> = {}) {
  const onMove = vi.fn()
  await render(<SampleBoard start={start} onMove={onMove} {...props} />)
  await expect.element(page.getByRole('region', { name: 'לוח' })).toBeVisible()
  return onMove
}

afterEach(() => mouse('up', { x: 1, y: 1 }))

test('a card dragged with the mouse is dropped before the card under the pointer', async () => {
  const onMove = await show()
  await drag(pointIn(card('ברוש')), pointIn(card('דקל'), 0.5, 0.9), pointIn(card('הדס'), 0.5, 0.1))
  await expect.poll(() => onMove.mock.calls).toEqual([[{ id: 'ברוש', to: 'הצעות', before: 'הדס' }]])
  await expect.element(announcement).toMatchTextContent(/הונח: ברוש, הצעות 2\/3/)
  await expect.element(card('ברוש')).toHaveFocus()
})

test('a card can be dropped in an empty column and at the end of a column', async () => {
  const onMove = await show()
  await drag(pointIn(card('אורן')), pointIn(column('פגישות')))
  await drag(pointIn(card('ברוש')), pointIn(column('הצעות'), 0.5, 0.95))
  await expect
    .poll(() => onMove.mock.calls)
    .toEqual([[{ id: 'אורן', to: 'פגישות', before: null }], [{ id: 'ברוש', to: 'הצעות', before: null }]])
})

test('while a card is dragged, a copy follows the pointer and a gap shows the drop position', async () => {
  await show()
  const from = pointIn(card('אורן'))
  await mouse('move', from)
  await mouse('down', from)
  await mouse('move', pointIn(column('הצעות')), true)
  await expect.poll(() => document.querySelector('[data-column="הצעות"] .board-gap')).not.toBeNull()
  const copy = document.querySelector('.board-carried')!
  const to = pointIn(column('הצעות'))
  await expect.poll(() => Math.round(pointIn(copy).x - to.x)).toBe(0)
  await mouse('up', to)
  await expect.poll(() => document.querySelector('.board-carried, .board-gap')).toBeNull()
})

test('Escape during a drag returns the card', async () => {
  const onMove = await show()
  const from = pointIn(card('אורן'))
  await mouse('move', from)
  await mouse('down', from)
  await mouse('move', pointIn(column('הצעות')), true)
  await expect.element(announcement).toMatchTextContent(/מעל: אורן/)
  await userEvent.keyboard('{Escape}')
  await expect.element(announcement).toMatchTextContent(/בוטל: אורן, פניות/)
  await mouse('up', pointIn(column('הצעות')))
  expect(onMove).not.toHaveBeenCalled()
})

test('a press with little movement is a click, and the click after a drag is suppressed', async () => {
  await show()
  const link = page.getByRole('link', { name: 'אורן' })
  await drag(pointIn(link), { x: pointIn(link).x + 3, y: pointIn(link).y })
  await expect.poll(() => location.hash).toBe(`#${encodeURI('אורן')}`)
  history.replaceState(null, '', '#')
  const onClick = vi.fn()
  document.addEventListener('click', onClick)
  onTestFinished(() => document.removeEventListener('click', onClick))
  await drag(pointIn(link), { x: pointIn(link).x + 30, y: pointIn(link).y }, pointIn(link))
  await expect.element(announcement).toMatchTextContent(/הונח: אורן/)
  expect(location.hash).toBe('')
  expect(onClick).not.toHaveBeenCalled()
})

test('a drag does not start on a button inside a card', async () => {
  const onMove = await show()
  await drag(pointIn(page.getByRole('button', { name: 'תפריט של אורן' })), pointIn(column('הצעות')))
  await expect.element(announcement).toBeEmptyDOMElement()
  expect(onMove).not.toHaveBeenCalled()
})

test('a long press on a touch screen lifts the card', async () => {
  const onMove = await show()
  await touch('start', pointIn(card('אורן')))
  await expect.element(announcement).toMatchTextContent(/הורם: אורן/)
  await touch('move', pointIn(column('הצעות'), 0.5, 0.95))
  await expect.element(announcement).toMatchTextContent(/מעל: אורן, הצעות/)
  await touch('end')
  await expect.poll(() => onMove.mock.calls).toEqual([[{ id: 'אורן', to: 'הצעות', before: null }]])
})

test('a touch that moves immediately scrolls and does not lift a card', async () => {
  const onMove = await show()
  const from = pointIn(card('אורן'))
  await touch('start', from)
  await touch('move', { x: from.x, y: from.y + 40 })
  // Waits longer than a long press.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await touch('end')
  await expect.element(announcement).toBeEmptyDOMElement()
  expect(onMove).not.toHaveBeenCalled()
})

test('the board scrolls while a card is dragged at its edge', async () => {
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`עמודה ${i}`, [`כרטיס ${i}`]]))
  await show({ start: many })
  const board = page.getByRole('region', { name: 'לוח' }).element()
  const from = pointIn(card('כרטיס 0'), 0.5, 0.1)
  await mouse('move', from)
  await mouse('down', from)
  await mouse('move', pointIn(board, 0.01, 0.5), true)
  // In a right-to-left layout the scroll position is negative.
  await expect.poll(() => board.scrollLeft).toBeLessThan(-200)
  await mouse('up', pointIn(board, 0.01, 0.5))
})

test('cards animate to their new positions, unless reduced motion is preferred', async () => {
  const motion = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  const animate = vi.spyOn(Element.prototype, 'animate')
  onTestFinished(async () => {
    animate.mockRestore()
    await motion('reduce')
  })
  await show()
  const removeFirst = page.getByRole('button', { name: 'הסרת הכרטיס הראשון' })
  await removeFirst.click()
  await expect.element(card('אורן')).not.toBeInTheDocument()
  expect(animate).not.toHaveBeenCalled()
  await motion('no-preference')
  await removeFirst.click()
  await expect.element(card('ברוש')).not.toBeInTheDocument()
  expect(animate.mock.contexts.map((each) => (each as HTMLElement).dataset['card'])).toEqual(['גפן'])
})
