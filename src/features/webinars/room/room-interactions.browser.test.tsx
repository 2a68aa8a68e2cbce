import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { OpenRoom } from './follow-room.ts'
import { RoomRefused } from './room-call.ts'
import { RoomInteractions } from './room-interactions.tsx'
import type { RoomInteraction } from './room-types.ts'

const shared = { body: '', link: '/product', closes_at: '2026-11-30T21:00:00Z', answer: null }
const poll: RoomInteraction = {
  ...shared,
  id: 'poll',
  kind: 'poll',
  title: 'מה מטריד?',
  choices: ['כן', 'לא'],
  results: {},
}
const offer: RoomInteraction = { ...shared, id: 'offer', kind: 'offer', title: 'ליווי', choices: [], results: null }

const shown = (interactions: RoomInteraction[], code = '') => (
  <RoomInteractions
    room={{ interactions } as unknown as OpenRoom}
    now={Date.parse('2026-11-30T20:00:00Z')}
    call={() => Promise.reject(new RoomRefused(code))}
  />
)

test('interactions that open in the room are announced to screen readers, and the countdown of an offer is not', async () => {
  const { rerender } = await render(shown([]))
  const announced = document.querySelector('[aria-live="polite"]')!
  await rerender(shown([poll, offer]))
  await expect.element(page.getByRole('heading', { name: 'מה מטריד?' })).toBeVisible()
  expect(announced.contains(page.getByRole('heading', { name: 'מה מטריד?' }).element())).toBe(true)
  expect(document.querySelector('[aria-live="off"]')!.textContent).toContain('ההצעה פתוחה עוד')
})

test('a refused vote shows the reason: the poll was answered in another tab, or is closed', async () => {
  const { rerender } = await render(shown([poll], 'webinar_answered'))
  await page.getByRole('button', { name: 'כן', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('התשובה כבר נקלטה')
  await rerender(shown([poll], 'webinar_offer_closed'))
  await page.getByRole('button', { name: 'לא', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('הסקר נסגר')
})
