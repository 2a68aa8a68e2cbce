import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ItemOf } from '#features/budget/budget.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { WorthCard } from './worth-card.tsx'

const asset: ItemOf<'asset'> = {
  id: crypto.randomUUID(),
  isPrivate: false,
  version: 1,
  byMe: true,
  kind: 'asset',
  content: { name: 'דירה', kind: 'property', value: 100_000 },
}

test('the empty net worth card explains what to enter, and shows a total once an asset is entered', async () => {
  const card = page.getByRole('region', { name: 'השווי שלנו' })
  const empty = await renderApp(<WorthCard month="2026-11" assets={[]} debts={[]} />)
  await expect.element(card).toMatchTextContent(/רושמים פעם אחת/)
  await expect.element(card).not.toMatchTextContent(/₪/)
  await empty.unmount()
  await renderApp(<WorthCard month="2026-11" assets={[asset]} debts={[]} />)
  await expect.element(card).toMatchTextContent(/1,000.*יש .*1,000/)
})
