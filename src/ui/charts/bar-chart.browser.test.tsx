import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BarChart } from './bar-chart.tsx'

const bars = [
  { key: 'a', label: 'ינואר', value: 0 },
  { key: 'b', label: 'פברואר', value: 20, note: 'חג' },
  { key: 'c', label: 'מרץ', value: 5 },
]

test('bar heights are proportional to the highest value, and a zero bar is still visible', async () => {
  await render(<BarChart title="פניות" bars={bars} columns={['חודש', 'פניות']} format={(value) => `${value} פניות`} />)
  const drawn = [...document.querySelectorAll('rect')]
  expect(drawn.map((bar) => Number(bar.getAttribute('height')))).toEqual([1, 100, 25])
  const [first, , last] = drawn.map((bar) => bar.getBoundingClientRect())
  expect(last!.bottom).toBeCloseTo(first!.bottom, 0)
  // The newest bar is at the right.
  expect(last!.x).toBeGreaterThan(first!.x)
  await expect.element(page.getByText('20 פניות', { exact: true }).first()).toBeVisible()
})

test('each bar with a tick shows the tick below the bar', async () => {
  const ticked = bars.map((bar) => ({ ...bar, tick: bar.label.slice(0, 2) }))
  await render(<BarChart title="פניות" bars={ticked} columns={['חודש', 'פניות']} format={String} />)
  const ticks = [...document.querySelectorAll('.bars__axis bdi')]
  expect(ticks.map((tick) => tick.textContent)).toEqual(['ינ', 'פב', 'מר'])
  const bar = document.querySelectorAll('rect')
  for (const [i, tick] of ticks.entries()) expect(centreOf(tick)).toBeCloseTo(centreOf(bar[i]!), -1)
})

const centreOf = (one: Element) => {
  const { x, width } = one.getBoundingClientRect()
  return x + width / 2
}

test('a click opens a table with the same values', async () => {
  await render(<BarChart title="פניות" bars={bars} columns={['חודש', 'פניות']} format={String} />)
  await page.getByText('הצגה כטבלה').click()
  const rows = page.getByRole('table').getByRole('row').elements()
  expect(rows.map((row) => row.textContent)).toEqual(['חודשפניות', 'ינואר0', 'פברואר20 · חג', 'מרץ5'])
})

test('a chart of zeros draws no full bars, and shows zero as its highest value', async () => {
  await render(
    <BarChart
      title="פניות"
      bars={[{ key: 'a', label: 'ינואר', value: 0 }]}
      columns={['חודש', 'פניות']}
      format={String}
    />,
  )
  expect(document.querySelector('rect')!.getAttribute('height')).toBe('1')
  await expect.element(page.getByText('הערך הגבוה: 0')).toBeVisible()
})
