import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { address } from '../clients.ts'
import { waitForEvent, eventsOf, openChromium, getServerUser, waitForClient, storedSession } from './chromium.ts'
import { queryDatabase, password, newUser } from './accounts.ts'

const { window } = await openChromium()

const refreshAddress = `${address}/auth/v1/token?grant_type=refresh_token`

const signIn = (page: Page, email: string) =>
  page.evaluate(
    async ([to, word]) => void (await inPage.client.auth.signInWithPassword({ email: to!, password: word! })),
    [email, password],
  )

/** Five tabs of one signed-in browser. */
async function fiveTabs() {
  const noa = await newUser()
  const { context, tab } = await window()
  const first = await tab()
  await signIn(first, noa.email)
  const tabs = [first, ...(await Promise.all([tab(), tab(), tab(), tab()]))]
  return { noa, context, tabs }
}

const sessionsOf = (userId: string) =>
  queryDatabase<{ id: string }>('select id from auth.sessions where user_id = $1', [userId])

/** Expires the stored session, as after a night in standby. */
const expireSession = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!
    const session = JSON.parse(localStorage.getItem(key)!) as { expires_at: number }
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
  })

test('five tabs that wake up with an expired session all refresh and stay signed in', async () => {
  const { noa, tabs } = await fiveTabs()
  const before = await storedSession(tabs[0]!)
  for (let night = 0; night < 3; night++) {
    await expireSession(tabs[0]!)
    await Promise.all(tabs.map((page) => page.reload()))
    await Promise.all(tabs.map(waitForClient))
    for (const page of tabs) {
      expect(await getServerUser(page)).toMatchObject({ id: noa.id })
      expect(await eventsOf(page)).not.toContain('SIGNED_OUT')
    }
  }
  const after = await Promise.all(tabs.map(storedSession))
  expect(new Set(after.map((session) => session!.refresh_token)).size).toBe(1)
  expect(after[0]!.refresh_token).not.toBe(before!.refresh_token)
  expect(await sessionsOf(noa.id)).toHaveLength(1)
})

test('five concurrent refreshes get the same token', async () => {
  const { noa, context, tabs } = await fiveTabs()
  const { promise: allAsked, resolve: go } = Promise.withResolvers<void>()
  const refreshTokens: string[] = []
  let refreshCount = 0
  await context.route(refreshAddress, async (route) => {
    if (++refreshCount === tabs.length) go()
    await allAsked
    const response = await route.fetch()
    refreshTokens.push(((await response.json()) as { refresh_token: string }).refresh_token)
    return route.fulfill({ response })
  })
  // The client stores the first response and discards the others.
  await Promise.all(tabs.map((page) => page.evaluate(() => inPage.client.auth.refreshSession())))
  expect(refreshTokens).toHaveLength(5)
  expect(new Set(refreshTokens).size).toBe(1)
  for (const page of tabs) {
    expect((await storedSession(page))!.refresh_token).toBe(refreshTokens[0])
    expect(await getServerUser(page)).toMatchObject({ id: noa.id })
  }
})

test('a tab whose response was lost retries the refresh and stays signed in', async () => {
  const { noa, context, tabs } = await fiveTabs()
  let isLost = true
  await context.route(refreshAddress, async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    await route.fetch() // The server has responded; the browser never receives the response.
    return route.abort()
  })
  const error = await tabs[0]!.evaluate(async () => (await inPage.client.auth.refreshSession()).error)
  expect(error).toBeNull()
  expect(isLost).toBe(false)
  expect(await getServerUser(tabs[0]!)).toMatchObject({ id: noa.id })
  expect(await sessionsOf(noa.id)).toHaveLength(1)
})

test('a session deleted on the server is removed from all five tabs at the next refresh', async () => {
  const { noa, tabs } = await fiveTabs()
  await queryDatabase('delete from auth.sessions where user_id = $1', [noa.id])
  await expireSession(tabs[0]!)
  await tabs[2]!.reload()
  for (const page of tabs.filter((_, i) => i !== 2)) await waitForEvent(page, 'SIGNED_OUT')
  for (const page of tabs) await expect.poll(() => storedSession(page)).toBeUndefined()
})
