import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazyPart } from './lazy-part.ts'

const parts = { text: 'נטען' }

/** A lazily loaded part whose first `times` loads fail. */
function partThatFails(times: number) {
  let failures = 0
  const load = vi.fn(async () => {
    if (failures++ < times) throw new TypeError('Failed to fetch')
    return parts
  })
  const usePart = lazyPart(load)
  const Part = ({ isNeeded }: { isNeeded: boolean }) => <p>{usePart(isNeeded)?.text ?? 'עוד לא'}</p>
  return { load, usePart, Part }
}

test('a part is loaded on first use, once for all of its users', async () => {
  const { load, Part } = partThatFails(0)
  const screen = await render(<Part isNeeded={false} />)
  await expect.element(page.getByText('עוד לא')).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  await screen.rerender(
    <>
      <Part isNeeded />
      <Part isNeeded />
    </>,
  )
  await expect.poll(() => page.getByText('נטען').elements().length).toBe(2)
  expect(load).toHaveBeenCalledOnce()
})

test('a failed load of a part is retried, and the screen keeps rendering', async () => {
  const { load, Part } = partThatFails(1)
  await render(<Part isNeeded />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await expect.element(page.getByText('עוד לא')).toBeVisible()
  await expect.element(page.getByText('נטען')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part can be preloaded', async () => {
  const { load, usePart, Part } = partThatFails(0)
  usePart.fetch()
  usePart.fetch()
  await expect.poll(() => load.mock.results.length).toBe(1)
  await render(<Part isNeeded={false} />)
  await expect.element(page.getByText('נטען')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})
