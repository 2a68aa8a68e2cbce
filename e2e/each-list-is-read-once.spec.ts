// On load, each screen requests its rows once: joining the change feed refetches only changed rows.
import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

type Screen = { path: string; table: string; call: string }

/** Opens the screen and counts requests for its rows until the network is idle. Also returns how long their table was unchanged. */
async function arriveAt(page: Page, { path, table, call }: Screen) {
  let requests = 0
  let quietMs: number | undefined
  const count = (request: { url(): string }) => {
    if (new URL(request.url()).pathname === `/rest/v1/rpc/${call}`) requests += 1
  }
  page.on('request', count)
  page.once('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string' || !payload.includes(`changes:${table}:`)) return
      const found = /"Subscribed to PostgreSQL".*"quiet_ms":(\d+)/.exec(payload)
      if (found) quietMs = Number(found[1])
    }),
  )
  await page.goto(path)
  await expect.poll(() => quietMs).toBeDefined()
  await page.waitForLoadState('networkidle')
  page.off('request', count)
  return { requests, quietMs: quietMs! }
}

for (const screen of [
  { path: '/crm', table: 'activities', call: 'today' },
  { path: '/crm/contacts', table: 'contacts', call: 'list_contacts' },
  { path: '/crm/pipeline', table: 'opportunities', call: 'board_cards' },
])
  test(`${screen.path} requests its rows once`, async ({ browser }) => {
    const { page, context } = await openWindow(browser)
    await signIn(page, 'owner')
    // A newly started server has no record of earlier changes, and its jobs may write while the screen loads.
    await expect(async () => {
      const { requests, quietMs } = await arriveAt(page, screen)
      expect(quietMs).toBeGreaterThan(10_000)
      expect(requests).toBe(1)
    }).toPass({ timeout: 100_000 })
    await context.close()
  })
