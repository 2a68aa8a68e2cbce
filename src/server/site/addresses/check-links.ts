// Checks every link of the site's pages in-process, as an anonymous visitor and without affecting statistics.
import type { Backend } from '#client/backend.ts'
import type { FastifyInstance } from 'fastify'
import { linksIn } from '#platform/pages/links-in.ts'
import { readPublishedPages } from '#platform/pages/pages.data.ts'
import { siteWidePath } from '#platform/pages/pages.ts'
import type { RedirectTarget } from '#features/redirects/redirects.ts'
import type { FaultyLink, SiteCheck } from '#features/seo/site-check.ts'
import { linkTo, reservedSlugs, type SitePage, sitePath } from '#features/seo/seo.ts'
import type { SiteFacts } from '#web/pages.ts'
import { resolveLink } from '#web/site/blocks/resolve-link.ts'
import { requestAsLinkCheck } from './link-check-agent.ts'
import { type PageLink, readPage, type ReadPage } from './page-links.ts'
import { readableAddress } from './readable-address.ts'
import { isStaticPath } from '../match-route.ts'

/** Upper bound of pages per check; the newest ones are read. */
const max = 500

type Options = {
  app: FastifyInstance
  siteUrl: string
  /** An anonymous client. */
  backend: Backend
  readFacts: () => Promise<SiteFacts>
  list: () => Promise<SitePage[]>
  readRedirects: () => Promise<ReadonlyMap<string, RedirectTarget>>
}

type LinkOccurrence = { on: string; link: PageLink; path: string; place: string }
type LinkResult = Pick<FaultyLink, 'is' | 'arrivesAt'> | undefined

export async function checkLinks({
  app,
  siteUrl,
  backend,
  readFacts,
  list,
  readRedirects,
}: Options): Promise<SiteCheck> {
  const [listed, redirects, stored, facts] = await Promise.all([
    list(),
    readRedirects(),
    readPublishedPages(backend),
    readFacts(),
  ])
  const pages = new Map<string, ReadPage>()
  for (const { path } of listed.slice(0, max)) {
    const { statusCode, body } = await requestAsLinkCheck(app, linkTo(path))
    if (statusCode === 200) pages.set(path, readPage(body))
  }

  const known = new Map<string, Promise<LinkResult>>()
  const links: FaultyLink[] = []
  const led = new Set<string>()
  for (const { on, link, path, place } of [...pages].flatMap(([on, page]) => found(on, page, siteUrl))) {
    if (on !== path) led.add(path)
    if (!known.has(path)) known.set(path, follow(path))
    const problem = (await known.get(path)) ?? (hasPlace(path, place) ? undefined : noPlace)
    if (problem) links.push({ on, to: link.to, words: link.words, ...problem })
  }
  for (const { path: on, blocks } of stored)
    for (const { href: to, words } of linksIn(blocks))
      if (resolveLink({ href: to, words }, facts) === undefined && !isToCome(to))
        links.push({ on, to, words, is: 'left_out', arrivesAt: redirects.get(sitePath(to))?.to ?? null })
  return {
    read: pages.size,
    pages: listed.length,
    links: withoutDuplicates(links).toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is)),
    orphans: listed.flatMap(({ path, title, isHidden, canonical }) =>
      path === '/' || isHidden || canonical !== new URL(linkTo(path), siteUrl).href || led.has(path)
        ? []
        : [{ path, title }],
    ),
  }

  async function follow(path: string): Promise<LinkResult> {
    if (pages.has(path)) return undefined
    const lead = isStaticPath(path) ? undefined : redirects.get(path)
    if (lead) return { is: 'moved', arrivesAt: lead.to }
    const { statusCode, headers } = await requestAsLinkCheck(app, linkTo(path))
    // Temporary redirects are intended and not reported.
    if (statusCode === 301 || statusCode === 308)
      return { is: 'moved', arrivesAt: readableAddress(String(headers.location)) }
    return statusCode >= 400 ? { is: 'broken', arrivesAt: null } : undefined
  }

  function hasPlace(path: string, place: string) {
    const page = pages.get(path)
    return !page || place === '' || page.places.has(place)
  }
}

const noPlace: LinkResult = { is: 'no_place', arrivesAt: null }
const order: readonly FaultyLink['is'][] = ['broken', 'left_out', 'no_place', 'moved']

/** Paths reserved for pages of the product that are not implemented yet. */
const isToCome = (to: string) => reservedSlugs.includes(sitePath(to).split('/')[1]!)

/** The page's links to the site itself. Links of header and footer are reported once, on the home page. */
function found(on: string, { own, around }: ReadPage, siteUrl: string): LinkOccurrence[] {
  const all = [
    ...own.map((link) => ({ on, link })),
    ...(on === '/' ? around.map((link) => ({ on: siteWidePath, link })) : []),
  ]
  return all.flatMap((one) => {
    const base = new URL(linkTo(on), siteUrl)
    const url = URL.parse(one.link.to, base)
    if (url?.origin !== base.origin) return []
    const isSame = one.link.to.startsWith('#')
    return [{ ...one, path: isSame ? on : sitePath(url.pathname), place: readableAddress(url.hash.slice(1)) }]
  })
}

/** Reports the same link once per page. */
const withoutDuplicates = (links: FaultyLink[]) => [
  ...new Map(links.map((link) => [JSON.stringify([link.on, link.to, link.words]), link])).values(),
]
