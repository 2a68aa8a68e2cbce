import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ItemOf } from '#features/budget/budget.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { DebtsCard } from './debts-card.tsx'

const debt = (balance: number): ItemOf<'debt'> => ({
  id: crypto.randomUUID(),
  isPrivate: false,
  version: 1,
  byMe: true,
  kind: 'debt',
  content: { name: 'הלוואה', kind: 'loan', balance, yearlyRate: 700, minPayment: 50_000 },
})

test('fully paid debts are shown as paid, without dates that compare the payoff orders', async () => {
  const card = page.getByRole('region', { name: 'חובות' })
  const open = await renderApp(
    <DebtsCard month="2026-11" startsOn="2026-11" debts={[debt(0), debt(100_000)]} plan={undefined} />,
  )
  await expect.element(card.getByRole('table')).toMatchTextContent(/דצמבר 2026/)
  await expect.element(card.getByRole('button', { name: /^תוספת בחודש: .*שינוי התוספת או הסדר/ })).toBeVisible()
  await open.unmount()
  await renderApp(<DebtsCard month="2026-11" startsOn="2026-11" debts={[debt(0)]} plan={undefined} />)
  await expect.element(card).toMatchTextContent(/כל החובות שולמו/)
  await expect.element(card).not.toMatchTextContent(/לא נגמר/)
  expect(card.getByRole('table').elements()).toEqual([])
})
