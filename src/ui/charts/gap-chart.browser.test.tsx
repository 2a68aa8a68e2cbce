import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { GapChart } from './gap-chart.tsx'

const points = ['יולי', 'אוג׳', 'ספט׳', 'אוק׳'].map((tick, i) => ({
  key: tick,
  label: `${tick} 26`,
  tick,
  first: 10 + i,
  second: 5,
}))
const names = { first: 'הכנסות', second: 'הוצאות', point: 'חודש' }

const drawIn = (pixels: number) =>
  render(
    <div style={{ containerType: 'inline-size', inlineSize: pixels }}>
      <GapChart title="הכנסות והוצאות" points={points} names={names} format={String} />
    </div>,
  )
const ticks = () => [...document.querySelectorAll('.gap-chart__axis span')]
const shown = () => ticks().filter((one) => one.checkVisibility())
const centreOf = (one: Element) => {
  const { x, width } = one.getBoundingClientRect()
  return x + width / 2
}

test('each month has its label below it, the newest below the last point', async () => {
  await drawIn(640)
  expect(shown().map((one) => one.textContent)).toEqual(['יולי', 'אוג׳', 'ספט׳', 'אוק׳'])
  expect(centreOf(ticks().at(-1)!)).toBeCloseTo(centreOf(document.querySelector('.gap-chart__dot')!), -1)
  expect(centreOf(ticks()[0]!)).toBeLessThan(centreOf(ticks()[1]!))
})

test('on a phone every second label is hidden, but not that of the newest month', async () => {
  await drawIn(320)
  expect(shown().map((one) => one.textContent)).toEqual(['אוג׳', 'אוק׳'])
})
