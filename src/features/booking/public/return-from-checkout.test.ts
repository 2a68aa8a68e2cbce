import { expect, test } from 'vitest'
import { bookPost } from './booking-posts.ts'
import { returnToAppointment } from './return-from-checkout.ts'

const token = 'a'.repeat(32)

test('a booking page that the browser takes out of its cache loads the page of its appointment', () => {
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

test('without JavaScript an appointment to pay leads to its page, which is what going back from the checkout finds', () => {
  const booked = { manageToken: token, payPath: '/checkout?order=x' }
  expect(bookPost.sent?.(booked, {}, {})).toBe(`/appointment/manage/${token}?booked=1#sent`)
})
