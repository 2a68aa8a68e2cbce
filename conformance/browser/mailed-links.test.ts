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
import { queryDatabase, newestMail, newAddress, password, newUser } from './accounts.ts'

const { at, origin, window } = await openChromium()

/** Opens the link of the newest mail and clicks the button of its page. */
async function follow(page: Page, email: string) {
  const { link } = await newestMail(email)
  await page.goto(link)
  expect(new URL(page.url()).origin).toBe(new URL(address).origin)
  await page.getByRole('button').click()
  await page.waitForURL((url) => url.origin === origin)
  await waitForClient(page)
}

const askForLink = (page: Page, email: string, emailRedirectTo: string) =>
  page.evaluate(
    async ([to, back]) => {
      const { error } = await inPage.client.auth.signInWithOtp({
        email: to!,
        options: { emailRedirectTo: back!, shouldCreateUser: false },
      })
      return error && { code: error.code, message: error.message }
    },
    [email, emailRedirectTo],
  )

const signUp = (page: Page, email: string, emailRedirectTo: string) =>
  page.evaluate(
    async ([to, word, back]) => {
      const { data, error } = await inPage.client.auth.signUp({
        email: to!,
        password: word!,
        options: { emailRedirectTo: back! },
      })
      return { session: data.session, error }
    },
    [email, password, emailRedirectTo],
  )

const recover = (page: Page, email: string, redirectTo: string) =>
  page.evaluate(
    async ([to, back]) => (await inPage.client.auth.resetPasswordForEmail(to!, { redirectTo: back! })).error,
    [email, redirectTo],
  )

const newPassword = (page: Page, word: string) =>
  page.evaluate(async (typed) => (await inPage.client.auth.updateUser({ password: typed })).error?.code, word)

test.each<Flow>(['implicit', 'pkce'])('a new account is signed in by its confirmation mail (%s)', async (flow) => {
  const email = newAddress()
  const page = await (await window()).tab(flow)
  expect(await signUp(page, email, at(flow))).toEqual({ session: null, error: null })
  await follow(page, email)
  expect(await eventsOf(page)).toContain('SIGNED_IN')
  expect(await getServerUser(page)).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  expectCleanUrl(page)
})

test.each<Flow>(['implicit', 'pkce'])(
  'a mailed link signs in even after a scanner has opened it (%s)',
  async (flow) => {
    const noa = await newUser()
    const page = await (await window()).tab(flow)
    expect(await askForLink(page, noa.email, at(flow))).toBeNull()
    const { link } = await newestMail(noa.email)
    for (const method of ['HEAD', 'GET', 'GET'])
      expect((await fetch(link, { method, headers: { purpose: 'prefetch' } })).status).toBe(200)
    await follow(page, noa.email)
    expect(await eventsOf(page)).toContain('SIGNED_IN')
    expect(await getServerUser(page)).toMatchObject({ id: noa.id })
    expectCleanUrl(page)
  },
)

test.each<Flow>(['implicit', 'pkce'])(
  'a recovery link fires PASSWORD_RECOVERY, and the new password signs in (%s)',
  async (flow) => {
    const noa = await newUser()
    const page = await (await window()).tab(flow)
    expect(await recover(page, noa.email, at(flow))).toBeNull()
    await follow(page, noa.email)
    await waitForEvent(page, 'PASSWORD_RECOVERY')
    expect(await newPassword(page, password)).toBe('same_password')
    expect(await newPassword(page, 'another good one')).toBeUndefined()
    const fresh = await (await window()).tab()
    const error = await fresh.evaluate(
      async (email) => (await inPage.client.auth.signInWithPassword({ email, password: 'another good one' })).error,
      noa.email,
    )
    expect(error).toBeNull()
  },
)

test('an auth code cannot be exchanged in another browser', async () => {
  const noa = await newUser()
  const asking = await (await window()).tab('pkce')
  await askForLink(asking, noa.email, at('pkce'))
  const other = await (await window()).tab('pkce')
  await follow(other, noa.email)
  expect(await storedSession(other)).toBeUndefined()
  expect(await eventsOf(other)).not.toContain('SIGNED_IN')
})

test.each<Flow>(['implicit', 'pkce'])('an expired link redirects to the page with its error (%s)', async (flow) => {
  const noa = await newUser()
  const page = await (await window()).tab(flow)
  await askForLink(page, noa.email, at(flow))
  await queryDatabase(`update auth.one_time_tokens set created_at = now() - interval '2 days' where user_id = $1`, [
    noa.id,
  ])
  await page.goto((await newestMail(noa.email)).link)
  const landed = new URL(page.url())
  expect(landed.origin).toBe(origin)
  const params = new URLSearchParams(flow === 'pkce' ? landed.search : landed.hash.slice(1))
  expect(Object.fromEntries(params)).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
  await waitForClient(page)
  expect(await storedSession(page)).toBeUndefined()
})

test('the mailed code can be entered on another device', async () => {
  const noa = await newUser()
  const page = await (await window()).tab()
  await askForLink(page, noa.email, at('implicit'))
  const { code } = await newestMail(noa.email)
  const error = await page.evaluate(
    async ([email, token]) =>
      (await inPage.client.auth.verifyOtp({ type: 'email', email: email!, token: token! })).error,
    [noa.email, code],
  )
  expect(error).toBeNull()
  expect(await getServerUser(page)).toMatchObject({ id: noa.id })
})

test('with shouldCreateUser false an unknown address gets no mail', async () => {
  const page = await (await window()).tab()
  expect(await askForLink(page, newAddress(), at('implicit'))).toEqual({
    code: 'otp_disabled',
    message: 'Signups not allowed for otp',
  })
})

/** Tokens and codes must be removed from the URL, because history and screenshots would expose them. */
function expectCleanUrl(page: Page) {
  expect(new URL(page.url()).searchParams.get('code')).toBeNull()
  expect(page.url()).not.toContain('access_token')
}
