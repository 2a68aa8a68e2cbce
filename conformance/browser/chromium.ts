// Chromium with the official client's browser bundle on a page of another origin, as any site that uses the backend would have it.
import { readFileSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type BrowserContext, type Page, chromium } from '@playwright/test'
import { afterAll, afterEach } from 'vitest'
import { address, publicKey } from '../clients.ts'
import { servePages } from './pages.ts'

const bundle = readFileSync(new URL('../../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url))

/** How a page's client signs in by links: the session in the fragment, or a code. */
export type Flow = 'implicit' | 'pkce'

/**
 * Starts the browser for the tests of one file. Every window is somebody's own; its tabs share what is stored. When its test is done it
 * is closed: the clients of what stays open would go on asking, and slow down the tests that follow.
 */
export async function openChromium() {
  const pages = await servePages((path) => {
    if (path === '/supabase.js') return { type: 'text/javascript', body: bundle }
    return { type: 'text/html; charset=utf-8', body: html(path.includes('pkce') ? 'pkce' : 'implicit') }
  })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--in-process-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
    await pages.close()
  })

  return {
    origin: pages.origin,
    /** Where a page with such a client is. */
    at: (flow: Flow) => `${pages.origin}/${flow}`,
    window: async () => {
      const context = await browser.newContext({ locale: 'he-IL' })
      return { context, tab: (flow: Flow = 'implicit') => openTab(context, `${pages.origin}/${flow}`) }
    },
  }
}

/** A tab whose client has made up its mind whether somebody is signed in. */
export async function openTab(context: BrowserContext, url: string) {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(url)
  await settled(page)
  return page
}

/** After a page was loaded: until its client has looked at the address and at what is stored. */
export const settled = (page: Page) =>
  page.waitForFunction(() => 'inPage' in globalThis && inPage.events.includes('INITIAL_SESSION'))

/** Resolves when the page's client has announced the event. */
export const announced = (page: Page, event: string) =>
  page.waitForFunction((wanted) => inPage.events.includes(wanted), event)

export const eventsOf = (page: Page) => page.evaluate(() => inPage.events)

/** What the page's client holds, without asking the server. */
export const storedSession = (page: Page) =>
  page.evaluate(async () => (await inPage.client.auth.getSession()).data.session ?? undefined)

/** Whom the server sees behind the page's client. */
export const serversUser = (page: Page) =>
  page.evaluate(async () => {
    const { data, error } = await inPage.client.auth.getUser()
    return data.user ?? { refused: error?.code ?? error?.name }
  })

function html(flow: Flow) {
  return `<!doctype html><meta charset="utf-8"><title>another site</title><script src="/supabase.js"></script><script>
const client = supabase.createClient(${JSON.stringify(address)}, ${JSON.stringify(publicKey)}, { auth: { flowType: '${flow}' } })
globalThis.inPage = { client, events: [] }
client.auth.onAuthStateChange((event) => { inPage.events.push(event) })
</script>`
}

declare global {
  /** What the page of the tests has: the official client, and what it has announced so far. Only inside `evaluate`. */
  var inPage: { client: SupabaseClient; events: string[] }
}
