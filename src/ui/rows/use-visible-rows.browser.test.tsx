import { useRef } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useVisibleRows } from './use-visible-rows.ts'

/** A list of rows of 40 px, estimated at 20 px, in a scroll container or on a scrolling page. */
function Rows({ count, inBox }: { count: number; inBox: boolean }) {
  const body = useRef<HTMLDivElement>(null)
  const { first, last, rowBlock } = useVisibleRows(body, count, 20)
  return (
    <div {...(inBox && { 'data-scroller': '', style: { blockSize: '400px', overflow: 'auto' } })}>
      <div
        ref={body}
        style={{
          blockSize: `${count * rowBlock}px`,
          paddingBlockStart: `${first * rowBlock}px`,
          boxSizing: 'border-box',
        }}
      >
        {Array.from({ length: last - first }, (_, i) => (
          <div key={first + i} data-row="" style={{ blockSize: '40px' }}>
            שורה {first + i + 1}
          </div>
        ))}
      </div>
    </div>
  )
}

const drawn = () => document.querySelectorAll('[data-row]').length

test('in a scroll container only the rows near the visible range are rendered, at their measured height', async () => {
  await render(<Rows count={1000} inBox />)
  const box = document.querySelector('[data-scroller]')!
  await expect.poll(() => box.scrollHeight).toBe(40_000)
  expect(drawn()).toBeLessThan(40)
  box.scrollTop = 20_000
  await expect.element(page.getByText('שורה 505')).toBeVisible()
  expect(page.getByText('שורה 1', { exact: true }).elements()).toEqual([])
  expect(drawn()).toBeLessThan(40)
  box.scrollTop = 40_000
  await expect.element(page.getByText('שורה 1000')).toBeVisible()
})

test('on a scrolling page the rendered rows follow the scroll position', async () => {
  await render(<Rows count={1000} inBox={false} />)
  await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(39_000)
  scrollTo(0, 30_000)
  await expect.element(page.getByText('שורה 755')).toBeVisible()
  expect(drawn()).toBeLessThan(60)
})

test('a list that gets shorter while scrolled renders its new end', async () => {
  const screen = await render(<Rows count={1000} inBox />)
  await expect.poll(() => document.querySelector('[data-scroller]')!.scrollHeight).toBe(40_000)
  await screen.rerender(<Rows count={3} inBox />)
  await expect.poll(drawn).toBe(3)
})
