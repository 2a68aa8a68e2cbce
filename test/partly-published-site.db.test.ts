import { expect, test } from 'vitest'
import { deadControls } from './dead-controls.ts'
import { testSite } from './site-app.ts'

const { app, db } = await testSite()
const siteUrl = 'http://site.test'
const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

test('a guide is linked only while it can be requested', async () => {
  const guide = 'href="/lead/sihat-kesef"'
  const hasGuide = async () => (await get('/')).body.includes(guide)
  const offer = (isActive: boolean) =>
    db.sql(`update lead_magnets set is_active = $1 where slug = 'sihat-kesef'`, [isActive])
  expect(await hasGuide()).toBe(true)
  await offer(false)
  await expect.poll(hasGuide).toBe(false)
  expect((await get('/')).body).toContain('הצעד הראשון הוא שיחה')
  await offer(true)
  await expect.poll(hasGuide).toBe(true)
})

test.each([
  // The page shows its form below a default heading.
  {
    what: 'the page of the call is',
    where: `path = '/book-a-call'`,
    path: '/book-a-call',
    shows: '<h1 class="display d1" id="opening-title">שיחת היכרות</h1>',
  },
  { what: 'all pages but home are', where: `path <> '/'`, path: '/about', shows: 'העמוד לא נמצא' },
])(
  'while $what unpublished, no link reachable from the home page is broken, and no page has a dead control',
  async (page) => {
    await db.sql(`update pages set published_version_id = null, published_at = null where ${page.where}`)
    await expect.poll(async () => (await get(page.path)).body).toContain(page.shows)
    const seen = await crawl('/')
    expect(seen.size).toBeGreaterThan(10)
    expect([...seen].filter(([, { status }]) => status >= 400)).toEqual([])
    expect([...seen].flatMap(([path, { dead }]) => dead.map((control) => `${path}: ${control}`))).toEqual([])
  },
  120_000,
)

type Seen = { status: number; dead: string[]; from: string }

/** Crawls all pages that are reachable by links from a page. */
async function crawl(start: string): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>()
  const waiting = [[start, '']]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [path, from] = next as [string, string]
    if (seen.has(path)) continue
    // oxlint-disable-next-line no-await-in-loop -- links are known after their page
    const { statusCode: status, body, headers } = await get(path)
    const isPage = String(headers['content-type']).startsWith('text/html')
    seen.set(path, { status, from, dead: isPage ? deadControls(body) : [] })
    if (isPage && status < 400) waiting.push(...linksOf(body, path).map((to) => [to, path]))
  }
  return seen
}

function linksOf(body: string, path: string): string[] {
  return [...body.matchAll(/<a\b[^>]*? href="([^"]+)"/g)].flatMap(([, href]) => {
    const url = new URL(href!.replaceAll('&amp;', '&'), siteUrl + path)
    return url.origin === siteUrl ? [url.pathname + url.search] : []
  })
}
