import { expect, test } from 'vitest'
import { announced, eventsOf, openChromium, serversUser, settled, storedSession } from './chromium.ts'
import { type Person, password, somebody } from './people.ts'
import type { Page } from '@playwright/test'

const { window } = await openChromium()

const signIn = (page: Page, { email }: Person, word = password) =>
  page.evaluate(
    async ([address, typed]) => {
      const { error } = await inPage.client.auth.signInWithPassword({ email: address!, password: typed! })
      return error && { status: error.status, code: error.code, message: error.message }
    },
    [email, word],
  )

test('who signs in on a page of another origin is signed in, there and at the server', async () => {
  const noa = await somebody()
  const page = await (await window()).tab()
  expect(await storedSession(page)).toBeUndefined()
  expect(await signIn(page, noa)).toBeNull()
  expect(await eventsOf(page)).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  expect(await serversUser(page)).toMatchObject({ id: noa.id, email: noa.email })
})

test('a wrong password is told by its code, across origins too', async () => {
  const page = await (await window()).tab()
  expect(await signIn(page, await somebody(), 'not this one')).toEqual({
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  })
  expect(await eventsOf(page)).toEqual(['INITIAL_SESSION'])
})

test('the page may be loaded anew: the session stays', async () => {
  const noa = await somebody()
  const page = await (await window()).tab()
  await signIn(page, noa)
  const before = await storedSession(page)
  await page.reload()
  await settled(page)
  expect(await storedSession(page)).toEqual(before)
  expect(await serversUser(page)).toMatchObject({ id: noa.id })
})

test('signing in and out reaches every tab of the browser, and no other browser', async () => {
  const noa = await somebody()
  const { tab } = await window()
  const tabs = [await tab(), await tab(), await tab()]
  const elsewhere = await (await window()).tab()
  await signIn(elsewhere, noa)
  await signIn(tabs[0]!, noa)
  for (const page of tabs) await announced(page, 'SIGNED_IN')
  for (const page of tabs) expect(await serversUser(page)).toMatchObject({ id: noa.id })

  await tabs[1]!.evaluate(() => inPage.client.auth.signOut({ scope: 'local' }))
  for (const page of tabs) await announced(page, 'SIGNED_OUT')
  for (const page of tabs) expect(await storedSession(page)).toBeUndefined()
  expect(await serversUser(elsewhere)).toMatchObject({ id: noa.id })
})

test('signing out everywhere ends the other browsers too, the next time they ask', async () => {
  const noa = await somebody()
  const [here, there] = [await (await window()).tab(), await (await window()).tab()]
  for (const page of [here, there]) await signIn(page, noa)
  await here.evaluate(() => inPage.client.auth.signOut())
  expect(await serversUser(there)).toEqual({ refused: 'AuthSessionMissingError' })
  await announced(there, 'SIGNED_OUT')
})
