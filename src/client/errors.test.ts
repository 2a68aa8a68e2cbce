import { expect, test } from 'vitest'
import { createEventBus } from '#lib/event-bus.ts'
import { catchTheRest, type ErrorReport, openErrors } from './errors.ts'

function errorsHere() {
  const sent: ErrorReport[] = []
  const warned: string[] = []
  const events = createEventBus({ userId: () => null, onError: () => {} })
  let at = 0
  const errors = openErrors({
    events,
    send: (report) => sent.push(report),
    warn: (message) => warned.push(message),
    path: () => '/crm/contacts/0b8f3a52-1111-4222-8333-444455556666?q=נועה#x',
    now: () => at,
  })
  return { errors, sent, warned, events, wait: (ms: number) => void (at += ms) }
}

test('an error that a person sees carries a reference that the server was told', () => {
  const { errors, sent, events } = errorsHere()
  const { reference, shows } = errors.caught(new Error('x is undefined'))
  expect(shows).toBe(true)
  expect(reference).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
  expect(sent).toMatchObject([{ reference, category: 'unknown', name: 'Error', message: 'x is undefined' }])
  expect(events.history()).toMatchObject([{ type: 'error.unknown', data: { reference }, source: 'screen' }])
})

test('nothing of a person goes to the server: no name, no address, no number, nothing that was searched for', () => {
  const { errors, sent } = errorsHere()
  errors.take(new Error('No row for noa@example.com, 050-1234567, "נועה"'), 'test')
  expect(sent[0]!.message).toBe('No row for [email], [number], "…"')
  expect(sent[0]!.path).toBe('/crm/contacts/[id]')
})

test('a key that stood in the address of a mailed link is told to nobody', () => {
  const sent: ErrorReport[] = []
  const errors = openErrors({
    send: (report) => sent.push(report),
    warn() {},
    path: () => '/newsletter/confirm/q8Zr3vT1pXw0Yb7KcA5e/again',
  })
  errors.take(new Error('x'), 'test')
  expect(sent[0]!.path).toBe('/newsletter/confirm/[key]/again')
})

test('of a storm little is sent and little is printed', () => {
  const { errors, sent, warned } = errorsHere()
  for (let i = 0; i < 10_000; i++) errors.take(new Error(`broken ${i}`), 'test')
  expect(sent).toHaveLength(4)
  expect(warned).toHaveLength(4)
  expect(errors.metrics()[0]).toMatchObject({ happened: 10_000 })
})

test('an error of the network is told and stands in nobody’s way', () => {
  const { errors } = errorsHere()
  expect(errors.caught(new TypeError('Failed to fetch')).shows).toBe(false)
})

test('messages between windows are silenced once they are too many; other errors stay in the console', () => {
  const { errors } = errorsHere()
  const target = new EventTarget()
  catchTheRest(target as Window, errors)
  const dispatch = (message: string) => {
    const event = Object.assign(new Event('error', { cancelable: true }), { message, error: new Error(message) })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([1, 2, 3, 4, 5].map((i) => dispatch(`postMessage failed ${i}`))).toEqual([false, false, false, true, true])
  expect(dispatch('x is undefined')).toBe(false)
})

test('a rejection that nobody awaited is taken in, whatever was thrown', () => {
  const { errors, sent } = errorsHere()
  const target = new EventTarget()
  catchTheRest(target as Window, errors)
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }))
  expect(sent).toMatchObject([{ category: 'unknown', name: 'Error', message: '' }])
})
