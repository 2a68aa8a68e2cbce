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
const storedFrom = (text: string | null, address = 'https://app.example.com/crm') =>
  storedSession(new URL(address), () => ({ getItem: (key) => (key === 'sb-app-auth-token' ? text : null) }))

test('a stored session is used unchanged', () => {
  expect(storedFrom(session())).toMatchObject({ access_token: 'token', user: { id: 'noa' } })
})

test.each([
  ['no stored session', null],
  ['invalid JSON', '{'],
  ['expiry within the refresh margin', session({ expires_at: inAnHour() - 3520 })],
  ['no expiry', session({ expires_at: undefined })],
  ['no refresh token', session({ refresh_token: undefined })],
  ['no user', session({ user: null })],
])('%s: the stored session is not used', (_why, text) => {
  expect(storedFrom(text)).toBeUndefined()
})

test.each(['#access_token=x&type=recovery', '#error=access_denied&error_code=otp_expired', '?code=x'])(
  'a URL that contains a session (%s) overrides the stored session',
  (brought) => {
    expect(storedFrom(session(), `https://app.example.com/auth${brought}`)).toBeUndefined()
  },
)

test('blocked storage is no error', () => {
  const refuses = () => {
    throw new Error('no storage here')
  }
  expect(storedSession(new URL('https://app.example.com/crm'), refuses)).toBeUndefined()
})
