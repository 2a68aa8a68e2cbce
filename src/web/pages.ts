// Types of the public site's pages and routes. A page is defined in its module, or in web/site if it belongs to none.
import type { StoredImage } from '#platform/images/images.ts'
import type { Backend } from '#client/backend.ts'
import type { ComponentType } from 'react'
import type { Layout, Page } from '#platform/pages/pages.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { SiteFrame } from '#platform/pages/frame.ts'
import type { Announcement } from '#platform/pages/announcement.ts'

/** One row of the sitemap. Path parameters use Fastify's syntax: `/blog/:slug`. */
export type Route =
  | { path: string; shell: 'site'; file: string; reads: readonly string[]; isContent: boolean; ownCookie?: string }
  | { path: string; shell: 'personal'; file: string; isShared: boolean; ownCookie?: string }
  | { path: string; shell: 'app' }
  | { path: string; shell: 'redirect'; to: string; status: 301 | 302 }

type PageOptions = { reads?: readonly string[] }

/**
 * A public page. `reads`: the query parameters that are part of its cache key; others are ignored. `ownCookie`: the
 * cookie with a token. A request with it is rendered for this browser, and the page reads the token from the query as
 * `r`.
 */
export const page = (
  path: string,
  file: string,
  { reads = [], ownCookie }: PageOptions & { ownCookie?: string } = {},
): Route => ({
  path,
  shell: 'site',
  file: `src/${file}`,
  reads,
  isContent: false,
  ...(ownCookie && { ownCookie }),
})

/** A public page that exists only while its blocks are published; otherwise no page links to it. */
export const content = (path: string, file: string, { reads = [] }: PageOptions = {}): Route => ({
  path,
  shell: 'site',
  file: `src/${file}`,
  reads,
  isContent: true,
})

/**
 * An uncached page for one visitor, with a separate request handler on the server. `isShared`: its URL is public, and
 * may have the share image of its title. `ownCookie` names the cookie of a token: its browser sees more of the page.
 */
export const personal = (
  path: string,
  file: string,
  { isShared = false, ownCookie }: { isShared?: boolean; ownCookie?: string } = {},
): Route => ({
  path,
  shell: 'personal',
  file: `src/${file}`,
  isShared,
  ...(ownCookie && { ownCookie }),
})

/** A route of the signed-in app: the HTML is an empty shell. */
export const app = (path: string): Route => ({ path, shell: 'app' })

export const redirect = (path: string, to: string, status: 301 | 302): Route => ({
  path,
  shell: 'redirect',
  to,
  status,
})

/** Site-wide data for rendering. Plain data: it crosses from the server's modules into Vite's. */
export type SiteFacts = {
  business: PublicBusinessProfile
  /** Without a trailing slash. */
  siteUrl: string
  /** Target of the personal-area link. */
  loginUrl: string
  /** The published paths of the sitemap. A link to any other path is omitted. */
  publishedPaths: readonly string[]
  /** Former paths of the owner's pages and products, which redirect: links to them remain. */
  movedPaths?: readonly string[]
  /** The public API key used by islands. */
  backendKey: string
  /** The appointment type that the owner chose for the call buttons. */
  callBooking: string | undefined
  /** The Meta pixel id for page views, if configured. */
  pixelId: string | undefined
  /** The site-wide announcement, with its dates. */
  announcement: Announcement | undefined
  /** Menu and footer. */
  frame: SiteFrame
  /** Changes with logo and colours: cache-busting for immutable URLs. */
  brandVersion: string
}

/** Share image, as a site path or an absolute URL. Sizes in pixels. */
export type ShareImage = { src: string; alt: string; width: number; height: number }

/** Head of a page. Derived values are added by the document; the owner's SEO overrides win. */
export type Head = {
  title: string
  description: string
  /** `noindex` excludes the page from search and from the sitemap. */
  robots?: string
  /** Canonical path; without it the page is its own canonical. */
  canonical?: string
  /** RSS feed of the page's list. */
  feed?: { title: string; href: string }
  /** If undefined, a share image with the title is generated; null means no share image. */
  image?: ShareImage | null
  /** The page's image, shown beside the title on the generated share image. */
  cardPicture?: StoredImage
  type?: 'website' | 'article'
  /** Publication and modification time, as ISO instants. */
  publishedAt?: string
  modifiedAt?: string
  /** schema.org nodes without `@context`. `{ '@id': siteUrl + '/#organization' }` references the business. */
  jsonLd?: readonly object[]
  /** Nodes whose URLs depend on which pages are hidden from search. */
  addressedJsonLd?: (isInSearch: (path: string) => boolean) => readonly object[]
  /** Breadcrumbs between the home page and this page: `[{ name: 'בלוג', path: '/blog' }]`. */
  crumbs?: readonly { name: string; path: string }[]
}

/**
 * `draft` is an unpublished version in preview: block pages render it instead of the stored one. `variant` is the path of the page that
 * supplies the content in an A/B test. `client` is the visitor's address, on uncached pages only: rate limits are per
 * address.
 */
export type PageRequest = {
  /** Percent-encoded. */
  path: string
  params: Record<string, string>
  query: Record<string, string>
  form?: unknown
  draft?: Page
  variant?: string
  client?: string
}

/** Result of `load` for a page whose URL has changed: the response is a 301. */
export type MovedPage = { movedTo: string }

/** Part of the result of `load` for time-dependent content: the page is rendered again after this ISO instant. */
export type TimedContent = { holdsUntil?: string | undefined }

/** Other origins that may embed the page in an iframe; by default only this site may. */
export type Embeddable = { framedBy?: readonly string[] | undefined }

/** A published page of a parameterised route, for the sitemap and the SEO manager. Path percent-encoded. */
export type PageAddress = {
  path: string
  title: string
  description: string
  modifiedAt?: string
  robots?: string
  canonical?: string
}

/** Exports of a page module. `load` returning undefined means 404. */
export type PageModule = {
  load?: (backend: Backend, request: PageRequest) => Promise<object | MovedPage | undefined>
  /** For a parameterised route: its published pages, newest first. */
  addresses?: (backend: Backend) => Promise<PageAddress[]>
  head: (props: never) => Head
  View: ComponentType<never>
  /** Omits the site's header and footer, to keep the visitor's focus; legally required links stay. */
  quiet?: boolean
  /** A fixed layout; without it that of the page's blocks. `landing` has no navigation, announcement or contact bar. */
  layout?: Layout
  /** A form to leave details is on the first screen of a phone, which therefore has no contact bar. */
  startsWithForm?: boolean
  /** Omits the whole site frame. */
  bare?: boolean
}

/** Props of every View, besides the result of its `load`. */
export type PageProps = { facts: SiteFacts; request: PageRequest }
