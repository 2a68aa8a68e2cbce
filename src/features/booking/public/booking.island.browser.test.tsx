import '#web/site/frame/site.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BookingCard } from './booking-card.tsx'
import type { BookingView } from './booking-view.ts'
import { Island } from './booking.island.tsx'
import { bookingView } from '../../../../test/booking-view.ts'

const show = (changes: Partial<BookingView> = {}) => {
  const view = bookingView(changes)
  return render(
    <main className="wrap" style={{ paddingBlock: '2rem' }}>
      <div className="booking">
        <BookingCard host={view.host} type={view.type} others="/book/hila" opens />
        <Island {...view} />
      </div>
    </main>,
  )
}

beforeEach(() => document.body.classList.add('site'))
afterEach(() => document.body.classList.remove('site'))

const start = bookingView().free.starts[0]!
const held = { start, token: 'x', releaseAt: Date.now() + 420_000 }
const values = {
  name: 'דנה לדוגמה',
  phone: '050-0000076',
  email: 'dana@example.com',
  joins: 'on',
  partnerName: 'יואב',
  partnerEmail: 'yoav@example.com',
}
test.each([1440, 390])('look %i', async (width) => {
  await page.viewport(width, 900)
  const looks: [string, Partial<BookingView>][] = [
    ['when', {}],
    ['sept', { today: '2026-09-01', month: '2026-09-01', day: undefined }],
    ['who', { step: 'who', start, held }],
    [
      'err',
      {
        step: 'who',
        start,
        held,
        state: {
          values: { joins: 'on', name: 'ד' },
          errors: { name: 'יש להזין לפחות 2 תווים', partnerName: 'שדה חובה' },
        },
      },
    ],
    ['confirm', { step: 'confirm', start, held, state: { values, errors: {} } }],
    ['taken', { step: 'confirm', start, isTaken: true, state: { values, errors: {} } }],
  ]
  for (const [name, changes] of looks) {
    const screen = await show(changes)
    await page.screenshot({ path: `/work/w-h/test-results/h-${name}-${width}.png` })
    await screen.unmount()
  }
  expect(looks.length).toBe(6)
})
