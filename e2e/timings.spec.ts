// Timings of the specification, tested in a browser with a paused clock.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn, stopClock } from './browser-helpers.ts'
import { answered, counted, second, settled } from './paused-clock.ts'

/** Asserts that no request is sent before this time has passed, and one after it. */
async function askedAfter(page: Page, countRequests: () => number, ms: number) {
  await settled(page)
  const before = countRequests()
  await page.clock.runFor(ms - 1)
  await settled(page)
  expect(countRequests(), `before ${ms} ms`).toBe(before)
  await page.clock.runFor(1)
  await expect.poll(countRequests, { message: `after ${ms} ms` }).toBeGreaterThan(before)
}

const abort = (page: Page, address: string) => page.route(address, (route) => route.fulfill({ status: 503, json: {} }))

test('spec §9: a token is refreshed at a 30 s tick with three ticks left; a failure is retried after 200 ms, doubling, within 30 s', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await page.clock.install()
  await signIn(page, 'coach')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const requestCount = counted(page, (url) => url.search === '?grant_type=refresh_token')
  await stopClock(page)
  const setExpiry = (seconds: number) =>
    page.evaluate((remaining) => {
      const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!
      const session = JSON.parse(localStorage.getItem(name)!) as object
      localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + remaining }))
    }, seconds)
  // Four whole ticks left during the next 30 s, three at the following tick.
  await setExpiry(150)
  await page.clock.runFor(29 * second)
  await settled(page)
  expect(requestCount()).toBe(0)
  const renewed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
  await page.clock.runFor(31 * second)
  await (await renewed).finished()
  await settled(page)
  expect(requestCount()).toBe(1)

  const step = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    await step.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await setExpiry(60)
  // In steps up to the tick: the 30 s count from there. The first response waits for the end of its step, where the clock is paused.
  for (let waited = 0; requestCount() < 2 && waited < 30; waited += 1) {
    await page.clock.runFor(second)
    await settled(page)
  }
  expect(requestCount()).toBe(2)
  const refused = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
  step.resolve()
  await (await refused).finished()
  for (const wait of [200, 400, 800, 1_600, 3_200, 6_400, 12_800]) await askedAfter(page, requestCount, wait)
  // The next delay would end after the 30 s.
  await settled(page)
  await page.clock.runFor(4 * second)
  await settled(page)
  expect(requestCount()).toBe(2 + 7)
  await context.close()
})

test('spec §8, §9: notifications are retried once after a failure, not at all with an expired token, and refetched when stale', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await page.clock.install()
  // No manual refetch in between: only staleness triggers it.
  await page.routeWebSocket(/realtime\/v1\/websocket/, () => {})
  const handled = answered(page)
  const isStored = (url: URL, method: string) => url.pathname === '/rest/v1/notifications' && method === 'GET'
  const isGenerated = (url: URL) => url.searchParams.get('select') === 'id,name,due_date,status'
  const [firstStored, firstGenerated] = [counted(page, isStored), counted(page, isGenerated)]
  await signIn(page, 'admin')
  const bell = page.getByRole('button', { name: /^התראות/ })
  await expect(bell).toBeVisible()
  // Staleness is measured from a response: the clock does not advance between a request and its response.
  await expect.poll(() => firstStored() > 0 && firstGenerated() > 1).toBe(true)
  await handled()
  const [stored, generated] = [counted(page, isStored), counted(page, isGenerated)]
  const open = async () => {
    await bell.click()
    await handled()
    await page.keyboard.press('Escape')
    await settled(page)
  }
  await stopClock(page)
  await page.clock.runFor(30 * second)
  await open()
  expect([stored(), generated()]).toEqual([0, 0])
  await page.clock.runFor(35 * second)
  await open()
  // Upcoming and overdue are two requests.
  expect([stored(), generated()]).toEqual([0, 2])
  await page.clock.runFor(59 * second)
  await open()
  expect([stored(), generated()]).toEqual([1, 2])
  await page.clock.runFor(2 * second)
  await open()
  expect([stored(), generated()]).toEqual([1, 4])

  const read = () => page.evaluate(() => void dispatchEvent(new Event('focus')))
  await abort(page, '**/rest/v1/notifications?**')
  await page.clock.runFor(125 * second)
  const before = stored()
  await bell.click()
  await expect.poll(stored).toBe(before + 1)
  await handled()
  await askedAfter(page, stored, 1_000)
  await page.clock.runFor(20 * second)
  await read()
  await settled(page)
  expect(stored()).toBe(before + 2)

  await page.unroute('**/rest/v1/notifications?**')
  await page.route('**/rest/v1/notifications?**', (route) =>
    route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null } }),
  )
  await page.keyboard.press('Escape')
  await page.clock.runFor(125 * second)
  const expired = stored()
  await bell.click()
  await expect.poll(stored).toBe(expired + 1)
  await handled()
  await page.clock.runFor(20 * second)
  await settled(page)
  expect(stored()).toBe(expired + 1)
  await context.close()
})

test('spec §9: every other query runs once, without refetch on focus or reconnect', async ({ browser }) => {
  const { page, context } = await openWindow(browser)
  // Blocks realtime, because a restored live connection would refetch: under the fake clock its heartbeats may time
  // out.
  await page.routeWebSocket(/\/realtime\/v1\//, () => {})
  await page.clock.install()
  await signIn(page, 'sales')
  await abort(page, '**/rest/v1/rpc/list_contacts**')
  const requestCount = counted(page, (url) => url.pathname === '/rest/v1/rpc/list_contacts')
  await page.getByRole('link', { name: 'אנשי קשר' }).first().click()
  await expect(page.getByRole('alert')).toContainText('לא הצלחנו לטעון')
  const first = requestCount()
  await stopClock(page)
  await page.evaluate(() => {
    for (const name of ['focus', 'online']) dispatchEvent(new Event(name))
    // Bubbles like a real event: the query library listens on the window.
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await page.clock.runFor(6 * 60 * second)
  await settled(page)
  expect(requestCount()).toBe(first)
  await context.close()
})

test('spec §9: a broken realtime connection is retried after 2, 4, 8, 16 and 32 s, then an error is shown', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await page.clock.install()
  let isUp = true
  const asked = new Set<string>()
  const joined = new Set<string>()
  const topicOf = (message: string | Buffer) => /realtime:changes:(\w+:\d+)/.exec(message.toString())?.[1] ?? ''
  const sockets: { close(): Promise<void> }[] = []
  let tried = 0
  await page.routeWebSocket(/realtime\/v1\/websocket/, (socket) => {
    tried += 1
    if (!isUp) return void socket.close({ code: 1011 })
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (message.includes('phx_join')) asked.add(topicOf(message))
      server.send(message)
    })
    server.onMessage((message) => {
      if (message.includes('phx_reply') && asked.has(topicOf(message))) joined.add(topicOf(message))
      socket.send(message)
    })
    sockets.push(socket)
  })
  await signIn(page, 'owner')
  await expect(page.getByRole('button', { name: /^התראות/ })).toBeVisible()
  await expect.poll(() => sockets.length).toBeGreaterThan(0)
  // A lazily loaded part of the screen joins at once, without the delay: no part may load during the measurement. A join without a
  // reply would time out after 10 s of the page's clock, which runs ahead of the server.
  const tables = new Set(['activities', 'appointments', 'notifications', 'opportunities', 'tasks'])
  await expect.poll(() => new Set([...joined].map((topic) => topic.split(':')[0]))).toEqual(tables)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => joined.size).toBe(asked.size)
  await stopClock(page)
  for (let before = -1; before < asked.size;) {
    before = asked.size
    await page.clock.runFor(5 * second)
    await sleep(2 * second)
    await settled(page)
    await expect.poll(() => joined.size).toBe(asked.size)
  }
  isUp = false
  for (const socket of sockets) await socket.close()
  await settled(page)
  for (const wait of [2, 4, 8, 16, 32]) await askedAfter(page, () => tried, wait * second)
  await settled(page)
  await page.clock.runFor(1)
  await expect(page.getByText('החיבור בזמן אמת נותק')).toBeVisible()
  await context.close()
})

test('a tab that was suspended for a day is still signed in', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await page.clock.install()
  await signIn(page, 'content')
  const renewed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
  await page.clock.fastForward(24 * 60 * 60 * second)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect((await renewed).status()).toBe(200)
  await settled(page)
  await page.getByRole('link', { name: 'הגדרות' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'הגדרות' })).toBeVisible()
  quiet()
  await context.close()
})
