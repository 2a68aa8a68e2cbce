// Merges the head of a page module with the owner's SEO overrides into the final document head.
import { hash } from 'node:crypto'
import { linkTo, type SeoOfPath, formatTitle, sitePath } from '#features/seo/seo.ts'
import type { StoredImage } from '#platform/images/images.ts'
import type { Head, ShareImage, SiteFacts } from '../pages.ts'
import { searchTitle } from './search-titles.ts'
import { cardHeight, cardWidth } from './share-card-size.ts'
import { breadcrumbs, localBusiness, organization, website } from './structured-data.ts'

/** All values final: absolute URLs, full title. */
export type ResolvedHead = {
  title: string
  description: string
  robots: string | undefined
  /** Undefined for a noindex page. */
  canonical: string | undefined
  feed: Head['feed']
  image: ShareImage | undefined
  type: 'website' | 'article'
  publishedAt: string | undefined
  modifiedAt: string | undefined
  /** One schema.org graph. */
  graph: readonly object[]
  /** Site verification meta tags: name to content. */
  verification: Record<string, string>
  /** Title on the generated share image of a page without its own image. */
  cardTitle: string
  /** Image on the generated share image. */
  cardPicture: StoredImage | undefined
}

/** Resolves the head of the page at `path` (percent-encoded). The owner's overrides win. */
export function resolveHead(head: Head, path: string, facts: SiteFacts, seo: SeoOfPath): ResolvedHead {
  const { siteUrl, business } = facts
  const own = seo.own ?? { isHidden: false }
  const robots = head.robots ?? (own.isHidden ? 'noindex' : undefined)
  const isHidden = !!robots?.includes('noindex')
  const isInSearch = (address: string) => !seo.notCanonical.includes(sitePath(address))
  // If the owner hides the canonical page, this one becomes canonical, so that one of the two stays in search.
  const named = head.canonical && isInSearch(head.canonical) ? head.canonical : undefined
  const canonical = own.canonical ? linkTo(own.canonical) : (named ?? (isHidden ? undefined : path))
  const cardTitle = own.title ?? head.title
  const image =
    own.image ?? (head.image === undefined ? shareCard(cardTitle, head.cardPicture, path, facts) : head.image)
  return {
    // An overridden title is used as is, without the site name.
    title: own.title ?? formatTitle(seo.titlePattern, searchTitle(head.title), business.business_name),
    description: own.description ?? head.description,
    robots,
    canonical: canonical && absolute(canonical, siteUrl),
    feed: head.feed,
    image: image ? { ...image, src: absolute(image.src, siteUrl), alt: image.alt || cardTitle } : undefined,
    type: head.type ?? 'website',
    publishedAt: head.publishedAt,
    modifiedAt: head.modifiedAt,
    graph: graphOf(head, { path, facts, isHidden, isInSearch }),
    verification: path === '/' ? seo.verification : {},
    cardTitle,
    cardPicture: head.cardPicture,
  }
}

/** Paths are already percent-encoded, so a site path needs no URL parsing. */
const absolute = (address: string, siteUrl: string) =>
  /^\/(?!\/)/.test(address) ? siteUrl + address : new URL(address, siteUrl).href

/** The generated share image: its URL contains a hash of its content. */
function shareCard(title: string, picture: StoredImage | undefined, path: string, facts: SiteFacts): ShareImage {
  const { business_name: name, logo_dark_url: logo } = facts.business
  const content = JSON.stringify([title, name, facts.brandVersion, logo, picture?.id])
  const version = hash('sha256', content, 'base64url').slice(0, 10)
  return { src: `/share-image${path}?v=${version}`, alt: title, width: cardWidth, height: cardHeight }
}

type PageInSearch = { path: string; facts: SiteFacts; isHidden: boolean; isInSearch: (path: string) => boolean }

function graphOf(head: Head, { path, facts, isHidden, isInSearch }: PageInSearch) {
  const { crumbs = [], title } = head
  const jsonLd = [...(head.jsonLd ?? []), ...(head.addressedJsonLd?.(isInSearch) ?? [])]
  if (path === '/') return [...organization(facts), ...localBusiness(facts), ...website(facts), ...jsonLd]
  if (isHidden) return jsonLd
  const way = [...crumbs, { name: title, path }]
  return [...(jsonLd.length > 0 ? organization(facts) : []), ...jsonLd, breadcrumbs(facts.siteUrl, way)]
}
