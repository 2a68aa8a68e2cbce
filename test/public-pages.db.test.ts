import { beforeAll, expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { deadControls } from './dead-controls.ts'
import { pendingRoutes } from './pending-routes.ts'
import { testSite } from './site-app.ts'

// All public pages, discovered through the sitemap: new pages are covered without a change here.
const { app, site } = await testSite()
const siteUrl = 'http://site.test'
const pages = new Map<string, Page>()

type Page = { path: string; status: number; body: string; graph: Node[]; isHidden: boolean }
type Node = { '@type'?: string; '@id'?: string } & Record<string, unknown>

beforeAll(async () => {
  const listed = (await site.pages.list()).map(({ path }) => path)
  const written = routes.flatMap((route) => (route.shell === 'site' && !route.path.includes(':') ? [route.path] : []))
  for (const path of new Set([...written, ...listed])) pages.set(path, await open(path))
}, 120_000)

test('every URL of the site is a complete Hebrew page with one heading', () => {
  const whole = { status: 200, hebrew: true, headings: 1, title: true, description: true }
  for (const { path, status, body, isHidden } of pages.values())
    expect(
      {
        status,
        hebrew: body.startsWith('<!doctype html><html lang="he" dir="rtl">'),
        headings: body.match(/<h1[\s>]/g)?.length,
        title: /<title>[^<]{4,}<\/title>/.test(body),
        description: (contentOf(body, 'name="description"')?.length ?? 0) >= (isHidden ? 4 : 20),
      },
      path,
    ).toEqual(whole)
  expect(pages.size).toBeGreaterThan(3)
})

test('every parametric route has at least one demo page', () => {
  const patterns = routes.flatMap((route) => (route.shell === 'site' && route.path.includes(':') ? [route.path] : []))
  const empty = patterns.filter((pattern) => {
    const form = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`)
    return ![...pages.keys()].some((path) => form.test(path) && !routes.some((route) => route.path === path))
  })
  expect(empty, 'export addresses() from the page module').toEqual([])
})

test('no two indexable pages share a title or a description', () => {
  const found = [...pages.values()].filter(
    ({ path, isHidden, body }) => !isHidden && canonicalOf(body) === addressOf(path),
  )
  for (const text of [
    (body: string) => /<title>([^<]*)/.exec(body)![1]!,
    (body: string) => contentOf(body, 'name="description"')!,
  ]) {
    const twice = [...Map.groupBy(found, ({ body }) => text(body))].filter(([, same]) => same.length > 1)
    expect(twice.map(([text, same]) => `${text}: ${same.map(({ path }) => path).join(' ')}`)).toEqual([])
  }
})

test('every indexable page has a canonical URL that exists', () => {
  for (const { path, body, isHidden } of pages.values()) {
    const canonical = canonicalOf(body)
    if (isHidden && !canonical) continue
    expect(canonical, path).toMatch(/^http:\/\/site\.test\//)
    expect([...pages.keys()].map(addressOf), path).toContain(canonical)
    expect(contentOf(body, 'property="og:url"'), path).toBe(canonical)
  }
  expect(canonicalOf(pages.get('/')!.body)).toBe(`${siteUrl}/`)
})

test('every indexable page has a share image with absolute URL and dimensions, and the image exists', async () => {
  const kinds = new Set<unknown>()
  for (const { path, body, isHidden } of pages.values()) {
    const address = contentOf(body, 'property="og:image"')
    // Personal pages have no share image.
    if (isHidden && !address) continue
    expect(contentOf(body, 'name="twitter:card"'), path).toBe('summary_large_image')
    expect(address, path).toMatch(/^http:\/\/site\.test\//)
    expect(Number(contentOf(body, 'property="og:image:width"')), path).toBeGreaterThanOrEqual(600)
    expect(contentOf(body, 'property="og:image:alt"'), path).toBeTruthy()
    const picture = await app.inject(address!.slice(siteUrl.length))
    expect([picture.statusCode, path]).toEqual([200, path])
    expect(picture.headers['content-type'], path).toMatch(/^image\/(png|jpeg|webp)$/)
    expect(picture.rawPayload.length, path).toBeLessThan(600_000)
    kinds.add(picture.headers['content-type'])
  }
  expect(kinds.size).toBeGreaterThan(0)
}, 120_000)

test('structured data is one graph of typed nodes with absolute URLs, and has breadcrumbs on every page', () => {
  for (const { path, graph, isHidden } of pages.values()) {
    for (const node of graph) expect(node['@type'], path).toMatch(/^[A-Z]\w+$/)
    const ids = graph.flatMap((node) => (node['@id'] ? [node['@id']] : []))
    expect(new Set(ids).size, path).toBe(ids.length)
    expect(JSON.stringify(graph), path).not.toMatch(/"(undefined|null|NaN)"|:null|\{\{/)
    if (path === '/' || isHidden) continue
    const way = graph.find((node) => node['@type'] === 'BreadcrumbList') as { itemListElement: Step[] } | undefined
    expect(way?.itemListElement[0], path).toMatchObject({ position: 1, item: `${siteUrl}/` })
    expect(way?.itemListElement.at(-1), path).toMatchObject({
      position: way?.itemListElement.length,
      item: addressOf(path),
    })
  }
  expect(typesOf('/')).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
  if (pages.has('/faq')) expect(typesOf('/faq')).toContain('FAQPage')
  for (const path of pages.keys())
    if (/^\/blog\/[^/]+$/.test(path))
      expect(
        typesOf(path).some((type) => /^(Article|BlogPosting)$/.test(type)),
        path,
      ).toBe(true)
})

type Step = { position: number; name: string; item: string }

test('no page has a dead control: every link has a target, every button submits a form or is operated by a script', () => {
  let seen = 0
  for (const { path, body } of pages.values()) {
    // Buttons shown as samples of the design.
    if (path === '/design-system') continue
    seen += body.match(/<(?:a|button)\b/g)?.length ?? 0
    expect(deadControls(body), path).toEqual([])
  }
  expect(seen).toBeGreaterThan(500)
})

test('every link inside the site targets an existing page and an existing anchor on it', async () => {
  const linked = new Map<string, string>()
  for (const { path, body } of pages.values())
    for (const [, href] of body.matchAll(/<a\b[^>]*? href="([^"]+)"/g)) {
      const url = new URL(href!.replaceAll('&amp;', '&'), addressOf(path))
      if (url.origin === siteUrl) linked.set(url.pathname + url.search + url.hash, path)
    }
  expect(linked.size).toBeGreaterThan(80)
  const answers = new Map<string, { statusCode: number; body: string }>()
  for (const [target, path] of linked) {
    const [url = '', place] = target.split('#')
    const found = answers.get(url) ?? (await app.inject({ url, headers: { accept: 'text/html' } }))
    answers.set(url, found)
    expect([found.statusCode < 400, target, path]).toEqual([true, target, path])
    if (place)
      expect([found.body.includes(`id="${decodeURIComponent(place)}"`), target, path]).toEqual([true, target, path])
  }
}, 120_000)

test('without consent no page loads anything from third parties, and no page has inline scripts or styles', () => {
  for (const { path, body } of pages.values()) {
    const foreign = [
      ...body.matchAll(
        /<(?:script|img|iframe|source|video|link)\b[^>]*?(?:src|srcset|href)="(?:https?:)?\/\/([^/"]+)[^>]*>/g,
      ),
    ]
      .filter(([tag, host]) => host !== 'site.test' && !/rel="(canonical|alternate)"/.test(tag))
      .map(([tag]) => tag)
    expect(foreign, path).toEqual([])
    expect(/<script(?![^>]*(?:src=|ld\+json))|<style|\sstyle=|\son[a-z]+="/.exec(body)?.[0], path).toBeUndefined()
  }
})

test('the legal pages show dates, retention periods and the responsible person', () => {
  for (const [path, texts] of [
    ['/privacy-policy', ['ספטמבר 2025', 'שבע שנים', '516127057']],
    ['/terms', ['ינואר 2024', '516127057']],
    ['/accessibility', ['516127057']],
    ['/disclaimer', ['516127057']],
  ] as const)
    for (const phrase of texts) expect(textOf(pages.get(path)!.body), `${path}: ${phrase}`).toContain(phrase)
})

test('a specified URL that is not implemented yet returns a 404 page with links', async () => {
  const apps = routes.flatMap(({ shell, path }) => (shell === 'app' && path.endsWith('/*') ? [path.slice(0, -1)] : []))
  for (const pattern of pendingRoutes) {
    // The app shell handles unknown URLs itself.
    if (apps.some((within) => pattern.startsWith(within))) continue
    const { statusCode, body } = await app.inject({
      url: pattern.replace(/:\w+/g, 'not-yet'),
      headers: { accept: 'text/html' },
    })
    expect([pattern, statusCode]).toEqual([pattern, 404])
    expect(body).toContain('<meta name="robots" content="noindex"')
    expect(body).toContain('href="/"')
  }
})

async function open(path: string): Promise<Page> {
  const { statusCode: status, body } = await app.inject(encodeURI(path))
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1]
  const { '@graph': graph = [] } = data ? (JSON.parse(data) as { '@graph'?: Node[] }) : {}
  return { path, status, body, graph, isHidden: !!contentOf(body, 'name="robots"')?.includes('noindex') }
}

const addressOf = (path: string) => siteUrl + encodeURI(path)
const canonicalOf = (body: string) => /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]
const typesOf = (path: string) => pages.get(path)!.graph.map((node) => String(node['@type']))
const textOf = (body: string) => body.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')

/** The content of the meta tag that has this attribute. */
function contentOf(body: string, attribute: string) {
  return new RegExp(`<meta ${attribute} content="([^"]*)"`).exec(body)?.[1]
}
