import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ItemOf } from '#features/budget/budget.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { GoalsCard } from './goals-card.tsx'

const goal = (saved: number): ItemOf<'goal'> => ({
  id: crypto.randomUUID(),
  isPrivate: false,
  version: 1,
  byMe: true,
  kind: 'goal',
  content: { name: 'חופשה', target: 600_000, saved, by: null },
})

test('a goal shows its share as a bar and as text, and a reached goal fills the bar', async () => {
  await renderApp(<GoalsCard month="2026-11" now="2026-11" goals={[goal(240_000), goal(700_000)]} />)
  await expect.element(page.getByRole('button', { name: /^חופשה\s*40%/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^חופשה\s*100%/ })).toBeVisible()
  expect([...document.querySelectorAll('progress')].map(({ position }) => position)).toEqual([0.4, 1])
})
