// Follows every link of the site's own pages, as a visitor would, without leaving the process and without being counted.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import { linksIn } from './block-links.ts'
import { readPublishedPages } from '#features/pages/pages.data.ts'
import { siteWidePath } from '#features/pages/pages.ts'
import type { RedirectTarget } from '#features/redirects/redirects.ts'
import type { FaultyLink, SiteCheck } from '#features/seo/site-check.ts'
import { linkTo, reservedSlugs, type SitePage, sitePath } from '#features/seo/seo.ts'
import type { SiteFacts } from '#web/pages.ts'
import { resolveLink } from '#web/site/blocks/resolve-link.ts'
import { type PageLink, readPage, type ReadPage } from './page-links.ts'
import { isStaticPath } from './match-route.ts'

/** Of a very large site the newest pages are read. */
const most = 500

type Options = {
  app: FastifyInstance
  siteUrl: string
  /** Sees what every visitor sees. */
  backend: SupabaseClient
  readFacts: () => Promise<SiteFacts>
  list: () => Promise<SitePage[]>
  readRedirects: () => Promise<ReadonlyMap<string, RedirectTarget>>
}

type Found = { on: string; link: PageLink; path: string; place: string }
type Asked = Pick<FaultyLink, 'is' | 'arrivesAt'> | undefined

export async function checkLinks({
  app,
  siteUrl,
  backend,
  readFacts,
  list,
  readRedirects,
}: Options): Promise<SiteCheck> {
  const [listed, redirects, written, facts] = await Promise.all([
    list(),
    readRedirects(),
    readPublishedPages(backend),
    readFacts(),
  ])
  const pages = new Map<string, ReadPage>()
  for (const { path } of listed.slice(0, most)) {
    const { statusCode, body } = await ask(app, linkTo(path))
    if (statusCode === 200) pages.set(path, readPage(body))
  }

  const known = new Map<string, Promise<Asked>>()
  const links: FaultyLink[] = []
  const led = new Set<string>()
  for (const { on, link, path, place } of [...pages].flatMap(([on, page]) => found(on, page, siteUrl))) {
    if (on !== path) led.add(path)
    if (!known.has(path)) known.set(path, follow(path))
    const fault = (await known.get(path)) ?? (hasPlace(path, place) ? undefined : noPlace)
    if (fault) links.push({ on, to: link.to, words: link.words, ...fault })
  }
  for (const { path: on, blocks } of written)
    for (const { href: to, words } of linksIn(blocks))
      if (resolveLink({ href: to, words }, facts) === undefined && !isToCome(to))
        links.push({ on, to, words, is: 'left_out', arrivesAt: redirects.get(sitePath(to))?.to ?? null })
  return {
    read: pages.size,
    pages: listed.length,
    links: once(links).toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is)),
    orphans: listed.flatMap(({ path, title, isHidden, canonical }) =>
      path === '/' || isHidden || canonical !== new URL(linkTo(path), siteUrl).href || led.has(path)
        ? []
        : [{ path, title }],
    ),
  }

  async function follow(path: string): Promise<Asked> {
    if (pages.has(path)) return undefined
    const lead = isStaticPath(path) ? undefined : redirects.get(path)
    // A redirect is not followed: that would count as somebody who came by it.
    if (lead) return { is: 'moved', arrivesAt: lead.to }
    const { statusCode, headers } = await ask(app, linkTo(path))
    // What leads on for now leads where it should for now.
    if (statusCode === 301 || statusCode === 308) return { is: 'moved', arrivesAt: readable(String(headers.location)) }
    return statusCode >= 400 ? { is: 'broken', arrivesAt: null } : undefined
  }

  function hasPlace(path: string, place: string) {
    const page = pages.get(path)
    return !page || place === '' || page.places.has(place)
  }
}

const noPlace: Asked = { is: 'no_place', arrivesAt: null }
const order: readonly FaultyLink['is'][] = ['broken', 'left_out', 'no_place', 'moved']

/** An address kept for a page that the product brings along: its links wait for it. */
const isToCome = (to: string) => reservedSlugs.includes(sitePath(to).split('/')[1]!)

/** Without asking for HTML, so that what is missing is not written down as missed by somebody. */
const ask = (app: FastifyInstance, url: string) => app.inject({ url, headers: { 'user-agent': 'link-check bot/1' } })

/** The links of a page that lead to the site itself. What stands around it is told once, as of the front page. */
function found(on: string, { own, around }: ReadPage, siteUrl: string): Found[] {
  const all = [
    ...own.map((link) => ({ on, link })),
    ...(on === '/' ? around.map((link) => ({ on: siteWidePath, link })) : []),
  ]
  return all.flatMap((one) => {
    const base = new URL(linkTo(on), siteUrl)
    const url = URL.parse(one.link.to, base)
    if (url?.origin !== base.origin) return []
    const isSame = one.link.to.startsWith('#')
    return [{ ...one, path: isSame ? on : sitePath(url.pathname), place: readable(url.hash.slice(1)) }]
  })
}

/** The same link twice on a page is mended once. */
const once = (links: FaultyLink[]) => [
  ...new Map(links.map((link) => [JSON.stringify([link.on, link.to, link.words]), link])).values(),
]

function readable(address: string) {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
