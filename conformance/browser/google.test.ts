import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { address } from '../clients.ts'
import { type Flow, announced, eventsOf, openChromium, serversUser, settled, storedSession } from './chromium.ts'
import { nobody, password, somebody } from './people.ts'

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

/** At the provider: types an address, and is sent back. */
async function choose(page: Page, email: string) {
  await page.getByRole('textbox').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.origin === origin)
  await settled(page)
}

const identitiesOf = (page: Page) =>
  page.evaluate(async () => {
    const { data } = await inPage.client.auth.getUserIdentities()
    return data!.identities.map(({ provider }) => provider).toSorted((a, b) => a.localeCompare(b))
  })

test.each<Flow>(['implicit', 'pkce'])('a stranger comes back from Google with an account (%s)', async (flow) => {
  const email = nobody()
  const page = await (await window()).tab(flow)
  await leaveForGoogle(page, at(flow))
  await choose(page, email)
  await announced(page, 'SIGNED_IN')
  expect(await serversUser(page)).toMatchObject({
    email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { email, email_verified: true, full_name: email.split('@')[0] },
    identities: [{ provider: 'google', identity_data: { email } }],
  })
  expect(await storedSession(page)).toMatchObject({ provider_token: expect.any(String) })
  expect(page.url()).not.toMatch(/access_token|code=/)
})

test('who has an account by password gets into the same one by Google, when the address is proven', async () => {
  const noa = await somebody()
  const page = await (await window()).tab()
  await leaveForGoogle(page, at('implicit'))
  await choose(page, noa.email)
  await announced(page, 'SIGNED_IN')
  expect(await serversUser(page)).toMatchObject({ id: noa.id })
  expect(await identitiesOf(page)).toEqual(['email', 'google'])
})

test.each<Flow>(['implicit', 'pkce'])('who turns back at Google is told so on the page (%s)', async (flow) => {
  const page = await (await window()).tab(flow)
  await leaveForGoogle(page, at(flow))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL((url) => url.origin === origin)
  const landed = new URL(page.url())
  const said = new URLSearchParams(flow === 'pkce' ? landed.search : landed.hash.slice(1))
  expect(said.get('error')).toBe('access_denied')
  await settled(page)
  expect(await eventsOf(page)).toEqual(['INITIAL_SESSION'])
})

test('a signed-in person adds their Google account, and takes it away again', async () => {
  const noa = await somebody()
  const page = await (await window()).tab('pkce')
  await page.evaluate(
    async ([email, word]) => void (await inPage.client.auth.signInWithPassword({ email: email!, password: word! })),
    [noa.email, password],
  )
  await page.evaluate(
    async (redirectTo) => void (await inPage.client.auth.linkIdentity({ provider: 'google', options: { redirectTo } })),
    at('pkce'),
  )
  await choose(page, nobody())
  await page.waitForFunction(async () => (await inPage.client.auth.getUserIdentities()).data?.identities.length === 2)
  expect(await serversUser(page)).toMatchObject({ id: noa.id, email: noa.email })
  const error = await page.evaluate(async () => {
    const { data } = await inPage.client.auth.getUserIdentities()
    const google = data!.identities.find(({ provider }) => provider === 'google')!
    return (await inPage.client.auth.unlinkIdentity(google)).error
  })
  expect(error).toBeNull()
  expect(await identitiesOf(page)).toEqual(['email'])
})

test('an answer of Google that nobody asked for opens nothing', async () => {
  const page = await (await window()).tab()
  await page.goto(`${address}/auth/v1/callback?code=made-up&state=${crypto.randomUUID()}`)
  expect(page.url()).toMatch(/error=/)
  expect(page.url()).not.toContain('access_token')
})
