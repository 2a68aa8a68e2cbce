import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ItemOf } from '#features/budget/budget.ts'
import { FamilyBudget } from './family-budget.tsx'

const debt = (balance: number, minPayment: number): ItemOf<'debt'> => ({
  id: crypto.randomUUID(),
  isPrivate: false,
  version: 1,
  byMe: true,
  kind: 'debt',
  content: { name: 'הלוואה', kind: 'loan', balance, yearlyRate: 700, minPayment },
})
const none = { planned: 0, actual: 0 }
const budgetOf = (one: ItemOf<'debt'>) => ({
  month: '2026-11',
  items: [one],
  history: [{ month: '2026-11', income: none, outgoing: none }],
  unreadable: 0,
})
const fact = (text: string) => page.getByRole('definition').filter({ hasText: text })

test('fully paid debts are shown as paid, and other debts show whether they end', async () => {
  const screen = await render(<FamilyBudget budget={budgetOf(debt(0, 50_000))} />)
  await expect.element(fact('כל החובות שולמו')).toBeVisible()
  await screen.rerender(<FamilyBudget budget={budgetOf(debt(50_000, 100_000))} />)
  await expect.element(fact('נובמבר 2026')).toBeVisible()
  await screen.rerender(<FamilyBudget budget={budgetOf(debt(100_000, 0))} />)
  await expect.element(fact('לא נגמר בתשלום הנוכחי')).toBeVisible()
})
