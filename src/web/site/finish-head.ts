// From what a page says about itself, and what the owner says about its address, to what stands in the document's head.
import { createHash } from 'node:crypto'
import type { Head, ShareImage, SiteFacts } from '../pages.ts'
import { breadcrumbs, organization, website } from './structured-data.ts'

/** Everything settled: whole addresses, whole title. */
export type FinishedHead = {
  title: string
  description: string
  robots: string | undefined
  /** Undefined for a page that is kept out of search and stands for nothing. */
  canonical: string | undefined
  image: (ShareImage & { src: string }) | undefined
  type: 'website' | 'article'
  publishedAt: string | undefined
  modifiedAt: string | undefined
  /** One graph of schema.org. */
  graph: readonly object[]
}

/** Settles the head of the page at `path`, which is written as in a link. */
export function finishHead(head: Head, path: string, facts: SiteFacts): FinishedHead {
  const { siteUrl, business } = facts
  const isHidden = !!head.robots?.includes('noindex')
  const canonical = head.canonical ?? (isHidden ? undefined : path)
  const title = titleOf(head.title, business.business_name)
  return {
    title,
    description: head.description,
    robots: head.robots,
    canonical: canonical && new URL(canonical, siteUrl).href,
    image: head.image === null ? undefined : imageOf(head, path, facts),
    type: head.type ?? 'website',
    publishedAt: head.publishedAt,
    modifiedAt: head.modifiedAt,
    graph: graphOf(head, path, facts, isHidden),
  }
}

function titleOf(title: string, businessName: string) {
  if (!businessName || title.includes(businessName)) return title
  return `${title} | ${businessName}`
}

/** The page's own picture, or the card that is drawn for it: its address changes with what is written on it. */
function imageOf({ image, title }: Head, path: string, { siteUrl, business, brandVersion }: SiteFacts) {
  if (image) return { ...image, src: new URL(image.src, siteUrl).href }
  const version = createHash('sha256')
    .update(JSON.stringify([title, business.business_name, brandVersion]))
    .digest('base64url')
    .slice(0, 10)
  return { src: `${siteUrl}/share-image${path}?v=${version}`, alt: title, width: 1200, height: 630 }
}

function graphOf({ jsonLd = [], crumbs = [], title }: Head, path: string, facts: SiteFacts, isHidden: boolean) {
  if (path === '/') return [...organization(facts), ...website(facts), ...jsonLd]
  if (isHidden) return jsonLd
  const way = [...crumbs, { name: title, path }]
  return [...(jsonLd.length > 0 ? organization(facts) : []), ...jsonLd, breadcrumbs(facts.siteUrl, way)]
}
