// Chromium with the official client's browser bundle on a page of another origin.
import { readFileSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type BrowserContext, type Page, chromium } from '@playwright/test'
import { afterAll, afterEach } from 'vitest'
import { address, publicKey } from '../clients.ts'
import { servePages } from './pages.ts'

const bundle = readFileSync(new URL('../../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url))

/** The flowType of the page's client. */
export type Flow = 'implicit' | 'pkce'

/**
 * Starts the browser for the tests of one file. Each window is a separate browser context, whose tabs share storage.
 * Windows are closed after each test, because their clients would continue to refresh and slow down the next tests.
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
    /** URL of a page whose client uses this flow. */
    at: (flow: Flow) => `${pages.origin}/${flow}`,
    window: async () => {
      const context = await browser.newContext({ locale: 'he-IL' })
      return { context, tab: (flow: Flow = 'implicit') => openTab(context, `${pages.origin}/${flow}`) }
    },
  }
}

/** Opens a tab and waits until its client has initialized. */
export async function openTab(context: BrowserContext, url: string) {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  await waitForClient(page)
  return page
}

/** Waits until the client of a loaded page has read URL and storage. */
export const waitForClient = (page: Page) =>
  page.waitForFunction(() => 'inPage' in globalThis && inPage.events.includes('INITIAL_SESSION'))

/** Waits until the page's client has fired the event. */
export const waitForEvent = (page: Page, event: string) =>
  page.waitForFunction((eventName) => inPage.events.includes(eventName), event)

export const eventsOf = (page: Page) => page.evaluate(() => inPage.events)

/** The session in the storage of the page's client. */
export const storedSession = (page: Page) =>
  page.evaluate(async () => (await inPage.client.auth.getSession()).data.session ?? undefined)

/** The user as the server returns it to the page's client. */
export const getServerUser = (page: Page) =>
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
  /** The official client of the test page and the events it has fired. Only inside `evaluate`. */
  var inPage: { client: SupabaseClient; events: string[] }
}
