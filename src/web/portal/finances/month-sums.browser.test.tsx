import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ItemOf } from '#features/budget/budget.ts'
import type { LineKind } from '#features/budget/categories.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { MonthSums } from './month-sums.tsx'

const line = (kind: LineKind, planned: number, actual: number): ItemOf<'line'> => ({
  id: crypto.randomUUID(),
  isPrivate: false,
  version: 1,
  byMe: true,
  kind: 'line',
  month: '2026-11',
  content: { kind, category: 'כללי', planned, actual, spread: null, note: '' },
})

test('a month in deficit shows the deficit instead of a negative remainder', async () => {
  const card = page.getByRole('region', { name: 'החודש שלנו' })
  const salary = line('income', 100_000, 100_000)
  const surplus = await renderApp(
    <MonthSums month="2026-11" budget={{ items: [salary, line('variable', 80_000, 60_000)] }} />,
  )
  await expect.element(card).toMatchTextContent(/נכנס.*1,000.*יצא.*600.*נשאר.*400.*בתכנון.*200/)
  await surplus.unmount()
  await renderApp(<MonthSums month="2026-11" budget={{ items: [salary, line('variable', 80_000, 130_000)] }} />)
  await expect.element(card).toMatchTextContent(/חסר[^-−]*300[^-−]*בתכנון נשאר[^-−]*200/)
  expect([...document.querySelectorAll('dt')].map((one) => one.textContent)).toEqual(['נכנס', 'יצא', 'חסר'])
})

test('a planned deficit is labelled as a deficit beside a surplus, and has no sign beside a deficit', async () => {
  const card = page.getByRole('region', { name: 'החודש שלנו' })
  const salary = line('income', 100_000, 100_000)
  const surplus = await renderApp(
    <MonthSums month="2026-11" budget={{ items: [salary, line('variable', 120_000, 60_000)] }} />,
  )
  await expect.element(card).toMatchTextContent(/נשאר[^-−]*400[^-−]*בתכנון חסר[^-−]*200/)
  await surplus.unmount()
  await renderApp(<MonthSums month="2026-11" budget={{ items: [salary, line('variable', 120_000, 130_000)] }} />)
  await expect.element(card).toMatchTextContent(/חסר[^-−]*300[^-−]*בתכנון [^-−א-ת]*200/)
})
