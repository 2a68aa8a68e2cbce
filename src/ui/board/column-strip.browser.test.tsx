import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SampleBoard } from '../../../test/browser/sample-board.tsx'

const names = ['פניות', 'שיחות', 'פגישות', 'הצעות', 'מעקב', 'נסגרו', 'אבדו', 'לטיפוח', 'ארכיון']
const start = Object.fromEntries(names.map((name, at) => [name, at === 4 ? [] : [`${name} א`, `${name} ב`]]))
const strip = page.getByRole('navigation', { name: 'מעבר לעמודה' })
const button = (name: string) => strip.getByRole('button', { name: new RegExp(`^${name}`) })
const isShown = (name: string) => button(name).element().hasAttribute('data-shown')

/** Whether a column is completely visible on the board. */
function isOnScreen(name: string) {
  const lane = page.getByRole('region', { name, exact: true }).element().getBoundingClientRect()
  return lane.left >= 0 && lane.right <= innerWidth
}

test.each([
  [1440, 900],
  [390, 844],
])('at %i pixels one click scrolls to any column, at every scroll position of the board', async (width, height) => {
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(1440, 900))
  await render(<SampleBoard start={start} />)
  await expect.poll(() => isShown('פניות')).toBe(true)
  expect(isShown('ארכיון')).toBe(false)
  for (const name of ['ארכיון', 'מעקב', 'פניות', 'אבדו']) {
    await button(name).click()
    await expect.poll(() => isOnScreen(name)).toBe(true)
    await expect.poll(() => isShown(name)).toBe(true)
  }
  expect(isShown('פניות')).toBe(false)
})

test('at 1440 pixels the names and counts of all nine columns are visible', async () => {
  await render(<SampleBoard start={start} />)
  for (const name of names) {
    await expect.element(button(name)).toMatchTextContent(start[name]!.length.toString())
    const { left, right } = button(name).element().getBoundingClientRect()
    expect([left >= 0, right <= innerWidth], name).toEqual([true, true])
  }
})

test('a key press moves the focus to the first card of the column', async () => {
  await render(<SampleBoard start={start} />)
  button('לטיפוח').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('article', { name: 'לטיפוח א', exact: true })).toHaveFocus()
  await expect.poll(() => isOnScreen('לטיפוח')).toBe(true)
})
