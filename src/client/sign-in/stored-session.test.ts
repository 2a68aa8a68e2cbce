import { expect, test } from 'vitest'
import { storedSession } from './stored-session.ts'

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const session = (change: object = {}) =>
  JSON.stringify({
    access_token: 'token',
    refresh_token: 'next',
    expires_at: inAnHour(),
    user: { id: 'noa' },
    ...change,
  })
const kept = (text: string | null, address = 'https://app.example.com/crm') =>
  storedSession(new URL(address), () => ({ getItem: (key) => (key === 'sb-app-auth-token' ? text : null) }))

test('a stored session is used unchanged', () => {
  expect(kept(session())).toMatchObject({ access_token: 'token', user: { id: 'noa' } })
})

test.each([
  ['nothing is kept', null],
  ['what is kept cannot be read', '{'],
  ['it ends within the time in which it would be renewed', session({ expires_at: inAnHour() - 3520 })],
  ['it does not say when it ends', session({ expires_at: undefined })],
  ['it cannot be renewed', session({ refresh_token: undefined })],
  ['it is nobody’s', session({ user: null })],
])('%s: the whole client is asked', (_why, text) => {
  expect(kept(text)).toBeUndefined()
})

test.each(['#access_token=x&type=recovery', '#error=access_denied&error_code=otp_expired', '?code=x'])(
  'an address that brings a session along (%s) goes before the one that is kept',
  (brought) => {
    expect(kept(session(), `https://app.example.com/auth${brought}`)).toBeUndefined()
  },
)

test('blocked storage is no error', () => {
  const refuses = () => {
    throw new Error('no storage here')
  }
  expect(storedSession(new URL('https://app.example.com/crm'), refuses)).toBeUndefined()
})
