import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { address } from '../clients.ts'
import {
  type Flow,
  waitForEvent,
  eventsOf,
  openChromium,
  getServerUser,
  waitForClient,
  storedSession,
} from './chromium.ts'
import { newAddress, password, newUser } from './accounts.ts'

const { at, origin, window } = await openChromium()

const leaveForGoogle = (page: Page, redirectTo: string) =>
  page.evaluate(
    async (back) =>
      void (await inPage.client.auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: back, queryParams: { access_type: 'offline', prompt: 'consent' } },
      })),
    redirectTo,
  )

/** Chooses an account at the provider and waits for the redirect back. */
async function choose(page: Page, email: string) {
  await page.getByRole('textbox').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.origin === origin)
  await waitForClient(page)
}

const identitiesOf = (page: Page) =>
  page.evaluate(async () => {
    const { data } = await inPage.client.auth.getUserIdentities()
    return data!.identities.map(({ provider }) => provider).toSorted((a, b) => a.localeCompare(b))
  })

test.each<Flow>(['implicit', 'pkce'])('a new user returns from Google with an account (%s)', async (flow) => {
  const email = newAddress()
  const page = await (await window()).tab(flow)
  await leaveForGoogle(page, at(flow))
  await choose(page, email)
  await waitForEvent(page, 'SIGNED_IN')
  expect(await getServerUser(page)).toMatchObject({
    email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { email, email_verified: true, full_name: email.split('@')[0] },
    identities: [{ provider: 'google', identity_data: { email } }],
  })
  expect(await storedSession(page)).toMatchObject({ provider_token: expect.any(String) })
  expect(page.url()).not.toMatch(/access_token|code=/)
})

test('a user with a password signs in to the same account with Google if Google has verified the address', async () => {
  const noa = await newUser()
  const page = await (await window()).tab()
  await leaveForGoogle(page, at('implicit'))
  await choose(page, noa.email)
  await waitForEvent(page, 'SIGNED_IN')
  expect(await getServerUser(page)).toMatchObject({ id: noa.id })
  expect(await identitiesOf(page)).toEqual(['email', 'google'])
})

test.each<Flow>(['implicit', 'pkce'])(
  'cancelling at Google redirects to the page with the error (%s)',
  async (flow) => {
    const page = await (await window()).tab(flow)
    await leaveForGoogle(page, at(flow))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL((url) => url.origin === origin)
    const landed = new URL(page.url())
    const params = new URLSearchParams(flow === 'pkce' ? landed.search : landed.hash.slice(1))
    expect(params.get('error')).toBe('access_denied')
    await waitForClient(page)
    expect(await eventsOf(page)).toEqual(['INITIAL_SESSION'])
  },
)

test('a signed-in user links a Google identity and unlinks it', async () => {
  const noa = await newUser()
  const page = await (await window()).tab('pkce')
  await page.evaluate(
    async ([email, word]) => void (await inPage.client.auth.signInWithPassword({ email: email!, password: word! })),
    [noa.email, password],
  )
  await page.evaluate(
    async (redirectTo) => void (await inPage.client.auth.linkIdentity({ provider: 'google', options: { redirectTo } })),
    at('pkce'),
  )
  await choose(page, newAddress())
  await page.waitForFunction(async () => (await inPage.client.auth.getUserIdentities()).data?.identities.length === 2)
  expect(await getServerUser(page)).toMatchObject({ id: noa.id, email: noa.email })
  const error = await page.evaluate(async () => {
    const { data } = await inPage.client.auth.getUserIdentities()
    const google = data!.identities.find(({ provider }) => provider === 'google')!
    return (await inPage.client.auth.unlinkIdentity(google)).error
  })
  expect(error).toBeNull()
  expect(await identitiesOf(page)).toEqual(['email'])
})

test('an unsolicited callback from Google is refused', async () => {
  const page = await (await window()).tab()
  await page.goto(`${address}/auth/v1/callback?code=made-up&state=${crypto.randomUUID()}`)
  expect(page.url()).toMatch(/error=/)
  expect(page.url()).not.toContain('access_token')
})
