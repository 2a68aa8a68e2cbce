import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { address } from '../clients.ts'
import { announced, eventsOf, openChromium, serversUser, settled, storedSession } from './chromium.ts'
import { lookBehind, password, somebody } from './people.ts'

const { window } = await openChromium()

const refreshAddress = `${address}/auth/v1/token?grant_type=refresh_token`

const signIn = (page: Page, email: string) =>
  page.evaluate(
    async ([to, word]) => void (await inPage.client.auth.signInWithPassword({ email: to!, password: word! })),
    [email, password],
  )

/** Five tabs of one browser in which somebody is signed in. */
async function fiveTabs() {
  const noa = await somebody()
  const { context, tab } = await window()
  const first = await tab()
  await signIn(first, noa.email)
  const tabs = [first, ...(await Promise.all([tab(), tab(), tab(), tab()]))]
  return { noa, context, tabs }
}

const sessionsOf = (userId: string) =>
  lookBehind<{ id: string }>('select id from auth.sessions where user_id = $1', [userId])

/** What the stored session says is over an hour old, as after a night with the lid closed. */
const letAnHourPass = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!
    const session = JSON.parse(localStorage.getItem(key)!) as { expires_at: number }
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
  })

test('five tabs wake up at once with a session that ran out: all refresh, and nobody is signed out', async () => {
  const { noa, tabs } = await fiveTabs()
  const before = await storedSession(tabs[0]!)
  for (let night = 0; night < 3; night++) {
    await letAnHourPass(tabs[0]!)
    await Promise.all(tabs.map((page) => page.reload()))
    await Promise.all(tabs.map(settled))
    for (const page of tabs) {
      expect(await serversUser(page)).toMatchObject({ id: noa.id })
      expect(await eventsOf(page)).not.toContain('SIGNED_OUT')
    }
  }
  const after = await Promise.all(tabs.map(storedSession))
  expect(new Set(after.map((session) => session!.refresh_token)).size).toBe(1)
  expect(after[0]!.refresh_token).not.toBe(before!.refresh_token)
  expect(await sessionsOf(noa.id)).toHaveLength(1)
})

test('five tabs ask for a new token at the same moment and are given the same one', async () => {
  const { noa, context, tabs } = await fiveTabs()
  const { promise: allAsked, resolve: go } = Promise.withResolvers<void>()
  const given: string[] = []
  let asked = 0
  await context.route(refreshAddress, async (route) => {
    if (++asked === tabs.length) go()
    await allAsked
    const response = await route.fetch()
    given.push(((await response.json()) as { refresh_token: string }).refresh_token)
    return route.fulfill({ response })
  })
  // The client keeps the first answer that is stored and throws the others away.
  await Promise.all(tabs.map((page) => page.evaluate(() => inPage.client.auth.refreshSession())))
  expect(given).toHaveLength(5)
  expect(new Set(given).size).toBe(1)
  for (const page of tabs) {
    expect((await storedSession(page))!.refresh_token).toBe(given[0])
    expect(await serversUser(page)).toMatchObject({ id: noa.id })
  }
})

test('a tab whose answer was lost on the way asks again and goes on', async () => {
  const { noa, context, tabs } = await fiveTabs()
  let isLost = true
  await context.route(refreshAddress, async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    await route.fetch() // The server has answered; the browser never hears of it.
    return route.abort()
  })
  const error = await tabs[0]!.evaluate(async () => (await inPage.client.auth.refreshSession()).error)
  expect(error).toBeNull()
  expect(isLost).toBe(false)
  expect(await serversUser(tabs[0]!)).toMatchObject({ id: noa.id })
  expect(await sessionsOf(noa.id)).toHaveLength(1)
})

test('a session that was ended elsewhere is gone from all five tabs when it would be refreshed', async () => {
  const { noa, tabs } = await fiveTabs()
  await lookBehind('delete from auth.sessions where user_id = $1', [noa.id])
  await letAnHourPass(tabs[0]!)
  await tabs[2]!.reload()
  for (const page of tabs.filter((_, i) => i !== 2)) await announced(page, 'SIGNED_OUT')
  for (const page of tabs) expect(await storedSession(page)).toBeUndefined()
})
