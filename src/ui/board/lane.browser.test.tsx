import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { pointIn } from '../../../test/browser/pointer.ts'
import { SampleBoard } from '../../../test/browser/sample-board.tsx'

const many = Array.from({ length: 300 }, (_, i) => `כרטיס ${i + 1}`)
const card = (name: string) => page.getByRole('article', { name, exact: true })
const drawn = () => document.querySelectorAll('[data-card]').length
const scroller = () => document.querySelector('[data-scroller]')!

test('a long column renders only the cards near the viewport, and others when scrolled into view', async () => {
  await render(<SampleBoard start={{ פניות: many }} />)
  await expect.element(card('כרטיס 1')).toBeVisible()
  expect(drawn()).toBeLessThan(80)
  scroller().scrollTop = scroller().scrollHeight / 2
  const inTheMiddle = () => {
    const { x, y } = pointIn(scroller(), 0.5, 0.5)
    // The point may be in the gap between two cards, which is 8 pixels high.
    const at = [y, y + 10].map((below) => document.elementFromPoint(x, below)?.closest('[data-card]'))
    return Number(at.find(Boolean)?.getAttribute('aria-posinset'))
  }
  await expect.poll(inTheMiddle).toBeGreaterThan(100)
  expect(inTheMiddle()).toBeLessThan(250)
  expect(drawn()).toBeLessThan(80)
})

test('the focused card stays rendered at every scroll position of the column', async () => {
  await render(<SampleBoard start={{ פניות: many }} />)
  await expect.element(card('כרטיס 2')).toBeVisible()
  card('כרטיס 2').element().focus()
  scroller().scrollTop = scroller().scrollHeight
  await expect.element(card('כרטיס 300')).toBeInTheDocument()
  await expect.element(card('כרטיס 5')).not.toBeInTheDocument()
  await expect.element(card('כרטיס 2')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(card('כרטיס 3')).toHaveFocus()
})

test('the next page is requested when the end of the loaded cards is near the viewport', async () => {
  const onMore = vi.fn()
  const column = () => ({ onMore, total: 900 })
  await render(<SampleBoard start={{ פניות: many }} column={column} />)
  await expect.element(card('כרטיס 1')).toBeVisible()
  expect(onMore).not.toHaveBeenCalled()
  scroller().scrollTop = scroller().scrollHeight
  await expect.poll(() => onMore.mock.calls.length).toBe(1)
  await expect.element(page.getByRole('region', { name: 'פניות' })).toMatchTextContent('900')
})

test('an empty column shows its empty text, but not while a card is dragged over it', async () => {
  const column = (id: string) => (id === 'פגישות' ? { empty: 'אין כאן עדיין כלום' } : {})
  await render(<SampleBoard start={{ פניות: ['אורן'], פגישות: [] }} column={column} />)
  const text = page.getByText('אין כאן עדיין כלום')
  await expect.element(text).toBeVisible()
  card('אורן').element().focus()
  await userEvent.keyboard(' {ArrowLeft}')
  await expect.element(text).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(text).toBeVisible()
})
