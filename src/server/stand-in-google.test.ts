import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { standInForGoogle } from './stand-in-google.ts'

test('in development a local stand-in replaces Google', async () => {
  const standIn = await standInForGoogle(readConfig({}))
  const { issuer, clientIds, secret } = standIn.config.auth.providers.google!
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
  expect(await answer.json()).toMatchObject({ issuer })
  expect([...clientIds, secret].every((word) => word.length > 0)).toBe(true)
  await standIn.stop()
})

test('with Google configured, no stand-in starts', async () => {
  const set = readConfig({
    GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
    GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'web, phone',
    GOTRUE_EXTERNAL_GOOGLE_SECRET: 'secret',
  })
  expect((await standInForGoogle(set)).config.auth.providers.google).toEqual({
    issuer: 'https://accounts.google.com',
    clientIds: ['web', 'phone'],
    secret: 'secret',
    redirectUri: undefined,
    skipNonceCheck: false,
  })
})

test.each([
  [
    { GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true' },
    /needs GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID and GOTRUE_EXTERNAL_GOOGLE_SECRET/,
  ],
  [{ GOTRUE_EXTERNAL_GOOGLE_URL: 'http://accounts.example.com' }, /GOTRUE_EXTERNAL_GOOGLE_URL has to begin with https/],
])('the environment %o fails the startup with a message', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})
