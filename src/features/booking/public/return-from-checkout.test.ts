import { expect, test } from 'vitest'
import { bookPost } from './booking-posts.ts'
import { returnToAppointment } from './return-from-checkout.ts'

const token = 'a'.repeat(32)

test('a booking page restored from the back/forward cache redirects to the page of its appointment', () => {
  const steps: string[] = []
  const events = new EventTarget()
  const shown = (persisted: boolean) => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  returnToAppointment(
    {
      addEventListener: events.addEventListener.bind(events),
      history: {
        replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => steps.push(String(url)),
      },
      location: { reload: () => steps.push('reload') },
    },
    token,
  )
  expect(steps).toEqual([`/appointment/manage/${token}`])
  shown(false)
  expect(steps).toHaveLength(1)
  shown(true)
  expect(steps).toEqual([`/appointment/manage/${token}`, 'reload'])
})

test('without JavaScript, an unpaid booking redirects to its manage page, which the back button returns to', () => {
  const booked = { manageToken: token, payPath: '/checkout?order=x' }
  expect(bookPost.sent?.(booked, {}, {})).toBe(`/appointment/manage/${token}?booked=1#sent`)
})
