import { expect, test } from 'vitest'
import { waitForEvent, eventsOf, openChromium, getServerUser, waitForClient, storedSession } from './chromium.ts'
import { type Account, password, newUser } from './accounts.ts'
import type { Page } from '@playwright/test'

const { window } = await openChromium()

const signIn = (page: Page, { email }: Account, word = password) =>
  page.evaluate(
    async ([address, typed]) => {
      const { error } = await inPage.client.auth.signInWithPassword({ email: address!, password: typed! })
      return error && { status: error.status, code: error.code, message: error.message }
    },
    [email, word],
  )

test('a user signs in on a page of another origin', async () => {
  const noa = await newUser()
  const page = await (await window()).tab()
  expect(await storedSession(page)).toBeUndefined()
  expect(await signIn(page, noa)).toBeNull()
  expect(await eventsOf(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  expect(await getServerUser(page)).toMatchObject({ id: noa.id, email: noa.email })
})

test('a wrong password is refused with its code across origins', async () => {
  const page = await (await window()).tab()
  expect(await signIn(page, await newUser(), 'not this one')).toEqual({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  })
  expect(await eventsOf(page)).toEqual(['INITIAL_SESSION'])
})

test('the session survives a reload', async () => {
  const noa = await newUser()
  const page = await (await window()).tab()
  await signIn(page, noa)
  const before = await storedSession(page)
  await page.reload()
  await waitForClient(page)
  expect(await storedSession(page)).toEqual(before)
  expect(await getServerUser(page)).toMatchObject({ id: noa.id })
})

test('sign-in and sign-out reach every tab of the browser, and no other browser', async () => {
  const noa = await newUser()
  const { tab } = await window()
  const tabs = [await tab(), await tab(), await tab()]
  const elsewhere = await (await window()).tab()
  await signIn(elsewhere, noa)
  await signIn(tabs[0]!, noa)
  for (const page of tabs) await waitForEvent(page, 'SIGNED_IN')
  // localStorage of the other process may be updated after the broadcast message.
  for (const page of tabs) await expect.poll(() => getServerUser(page)).toMatchObject({ id: noa.id })

  await tabs[1]!.evaluate(() => inPage.client.auth.signOut({ scope: 'local' }))
  for (const page of tabs) await waitForEvent(page, 'SIGNED_OUT')
  for (const page of tabs) await expect.poll(() => storedSession(page)).toBeUndefined()
  expect(await getServerUser(elsewhere)).toMatchObject({ id: noa.id })
})

test('a global sign-out ends the sessions of other browsers at their next request', async () => {
  const noa = await newUser()
  const [here, there] = [await (await window()).tab(), await (await window()).tab()]
  for (const page of [here, there]) await signIn(page, noa)
  await here.evaluate(() => inPage.client.auth.signOut())
  expect(await getServerUser(there)).toEqual({ refused: 'AuthSessionMissingError' })
  await waitForEvent(there, 'SIGNED_OUT')
})
