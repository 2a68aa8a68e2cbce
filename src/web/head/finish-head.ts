// From what a page says about itself, and what the owner says about its address, to what stands in the document's head.
import { hash } from 'node:crypto'
import { linkTo, type SeoOfPath, formatTitle } from '#features/seo/seo.ts'
import { keptWithFacts } from '../kept-with-facts.ts'
import type { Head, ShareImage, SiteFacts } from '../pages.ts'
import { cardHeight, cardWidth } from './card-size.ts'
import { breadcrumbs, organization, website } from './structured-data.ts'

/** Everything settled: whole addresses, whole title. */
export type FinishedHead = {
  title: string
  description: string
  robots: string | undefined
  /** Undefined for a page that is kept out of search and stands for nothing. */
  canonical: string | undefined
  image: ShareImage | undefined
  type: 'website' | 'article'
  publishedAt: string | undefined
  modifiedAt: string | undefined
  /** One graph of schema.org. */
  graph: readonly object[]
  /** Names of meta tags with what they say to one search engine. */
  verification: Record<string, string>
  /** What is drawn on the card where the page has no picture. */
  cardTitle: string
}

/** Settles the head of the page at `path`, which is written as in a link. What the owner said of the address comes first. */
export function finishHead(head: Head, path: string, facts: SiteFacts, said: SeoOfPath): FinishedHead {
  const { siteUrl, business } = facts
  const own = said.own ?? { isHidden: false }
  const robots = head.robots ?? (own.isHidden ? 'noindex' : undefined)
  const isHidden = !!robots?.includes('noindex')
  const canonical = own.canonical ? linkTo(own.canonical) : (head.canonical ?? (isHidden ? undefined : path))
  const cardTitle = own.title ?? head.title
  const image = own.image ?? (head.image === undefined ? cardOf(cardTitle, path, facts) : head.image)
  return {
    // The owner's own title is whole as it was written.
    title: own.title ?? formatTitle(said.titlePattern, head.title, business.business_name),
    description: own.description ?? head.description,
    robots,
    canonical: canonical && whole(canonical, siteUrl),
    image: image ? { ...image, src: whole(image.src, siteUrl), alt: image.alt || cardTitle } : undefined,
    type: head.type ?? 'website',
    publishedAt: head.publishedAt,
    modifiedAt: head.modifiedAt,
    graph: graphOf(head, path, facts, isHidden),
    verification: path === '/' ? said.verification : {},
    cardTitle,
  }
}

/** Paths are written as in a link, and so have nothing left to be worked out. */
const whole = (address: string, siteUrl: string) =>
  /^\/(?!\/)/.test(address) ? siteUrl + address : new URL(address, siteUrl).href

/** The card that is drawn for a page without a picture: its address changes with what is written on it. */
function cardOf(title: string, path: string, facts: SiteFacts): ShareImage {
  const version = cardVersion(facts, title, () => {
    const written = JSON.stringify([title, facts.business.business_name, facts.brandVersion])
    return hash('sha256', written, 'base64url').slice(0, 10)
  })
  return { src: `/share-image${path}?v=${version}`, alt: title, width: cardWidth, height: cardHeight }
}

const cardVersion = keptWithFacts<string>()

function graphOf({ jsonLd = [], crumbs = [], title }: Head, path: string, facts: SiteFacts, isHidden: boolean) {
  if (path === '/') return [...organization(facts), ...website(facts), ...jsonLd]
  if (isHidden) return jsonLd
  const way = [...crumbs, { name: title, path }]
  return [...(jsonLd.length > 0 ? organization(facts) : []), ...jsonLd, breadcrumbs(facts.siteUrl, way)]
}
