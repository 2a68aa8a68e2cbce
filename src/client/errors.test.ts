import { expect, test } from 'vitest'
import { handleUncaughtErrors, type ErrorReport, openErrors } from './errors.ts'

function errorsHere() {
  const sent: ErrorReport[] = []
  const warned: string[] = []
  let at = 0
  const errors = openErrors({
    report: (report) => sent.push(report),
    warn: (message) => warned.push(message),
    path: () => '/crm/contacts/0b8f3a52-1111-4222-8333-444455556666?q=נועה#x',
    now: () => at,
  })
  return { errors, sent, warned, wait: (ms: number) => void (at += ms) }
}

test('an error shown to the user has a reference that is in the report to the server', () => {
  const { errors, sent } = errorsHere()
  const { reference, shows } = errors.caught(new Error('x is undefined'))
  expect(shows).toBe(true)
  expect(reference).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/)
  expect(sent).toMatchObject([{ reference, category: 'unknown', name: 'Error', message: 'x is undefined' }])
})

test('a report contains no name, email, number or search text', () => {
  const { errors, sent } = errorsHere()
  errors.take(new Error('No row for noa@example.com, 050-1234567, "נועה"'), 'test')
  expect(sent[0]!.message).toBe('No row for [email], [number], "…"')
  expect(sent[0]!.path).toBe('/crm/contacts/[id]')
})

test('a token in the URL of a mailed link is never reported', () => {
  const sent: ErrorReport[] = []
  const errors = openErrors({
    report: (report) => sent.push(report),
    warn() {},
    path: () => '/newsletter/confirm/q8Zr3vT1pXw0Yb7KcA5e/again',
  })
  errors.take(new Error('x'), 'test')
  expect(sent[0]!.path).toBe('/newsletter/confirm/[key]/again')
})

test('a burst of errors is rate-limited in reports and in the console', () => {
  const { errors, sent, warned } = errorsHere()
  for (let i = 0; i < 10_000; i++) errors.take(new Error(`broken ${i}`), 'test')
  expect(sent).toHaveLength(4)
  expect(warned).toHaveLength(4)
  expect(errors.metrics()[0]).toMatchObject({ happened: 10_000 })
})

test('a network error is reported and does not show the error boundary', () => {
  const { errors } = errorsHere()
  expect(errors.caught(new TypeError('Failed to fetch')).shows).toBe(false)
})

test('cross-window messages are suppressed in the console beyond the limit; other errors are printed', () => {
  const { errors } = errorsHere()
  const target = new EventTarget()
  handleUncaughtErrors(target as Window, errors)
  const dispatch = (message: string) => {
    const event = Object.assign(new Event('error', { cancelable: true }), { message, error: new Error(message) })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([1, 2, 3, 4, 5].map((i) => dispatch(`postMessage failed ${i}`))).toEqual([false, false, false, true, true])
  expect(dispatch('x is undefined')).toBe(false)
})

test('an unhandled rejection is recorded, whatever value was thrown', () => {
  const { errors, sent } = errorsHere()
  const target = new EventTarget()
  handleUncaughtErrors(target as Window, errors)
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: undefined }))
  expect(sent).toMatchObject([{ category: 'unknown', name: 'Error', message: '' }])
})

test('a ResizeObserver loop notification is not reported; another error of a ResizeObserver is', () => {
  const target = new EventTarget()
  const taken: unknown[] = []
  const take = (error: unknown) => {
    taken.push(error)
    return { category: 'flowDiagram' as const, reference: undefined }
  }
  handleUncaughtErrors(target as Window, { take })
  const reportError = (message: string) => {
    const event = Object.assign(new Event('error', { cancelable: true }), { message })
    target.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(reportError('ResizeObserver loop completed with undelivered notifications.')).toBe(true)
  expect(reportError('ResizeObserver loop limit exceeded')).toBe(true)
  expect(taken).toEqual([])
  expect(reportError('ResizeObserver callback failed')).toBe(false)
  expect(taken).toEqual([new Error('ResizeObserver callback failed')])
})
