import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../test/browser/render.tsx'
import { Timeline } from './timeline.tsx'
import type { LineContext, TimelineLine } from './timeline-line.tsx'

const at = '2026-11-25T10:00:00+02:00'
const bare: TimelineLine = {
  id: 'one',
  type: 'note',
  happened_at: at,
  actor_kind: 'user',
  actor_id: 'dana',
  title_cache: '',
  payload: {},
  contact_id: 'contact',
}
const context: LineContext = {
  now: new Date(at),
  people: [
    { user_id: 'dana', name: 'דנה' },
    { user_id: 'dana-2', name: 'דנה כהן' },
  ],
  known: ['0501234567'],
}
const show = (...lines: Partial<TimelineLine>[]) =>
  renderApp(<Timeline lines={lines.map((part, i) => ({ ...bare, id: String(i), ...part }))} {...context} />)

test('lines are grouped by day, newest first, with their author, and without action buttons when read-only', async () => {
  await show({ payload: { text: 'היום' } }, { happened_at: '2026-11-24T10:00:00+02:00', payload: { text: 'אתמול' } })
  await expect.element(page.getByRole('heading').first()).toHaveTextContent('היום')
  await expect.element(page.getByRole('heading').nth(1)).toHaveTextContent('אתמול')
  await expect.element(page.getByText('דנה', { exact: true }).first()).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a mention is highlighted with the full name, and an unknown name stays plain text', async () => {
  await show({ payload: { text: '@דנה כהן ו־@רינה' } })
  await expect
    .poll(() => [...document.querySelectorAll('.mentioned')].map((one) => one.textContent))
    .toEqual(['@דנה כהן'])
})

test('a form submission line shows only values that differ from the contact, and a note shows no such values', async () => {
  await show(
    {
      type: 'contact_request.received',
      payload: { topic: 'ייעוץ', name: 'נועה', phone: '0501234567', email: 'n@example.com' },
    },
    { payload: { text: 'סיכום', name: 'לא מטופס' } },
  )
  await expect.element(page.getByText(/^נכתב בטופס:/)).toHaveTextContent('נכתב בטופס: נועה · n@example.com')
  expect(page.getByText('לא מטופס').elements()).toEqual([])
})
