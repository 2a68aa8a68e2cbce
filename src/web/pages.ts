// What a page of the public site is made of. A page lives with its noun, or in web/site when it belongs to none.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ComponentType } from 'react'
import type { Page } from '#features/pages/pages.ts'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import type { Announcement } from './site/frame/announcement.ts'

/** One row of the sitemap. `params` of the address follow Fastify's way of writing: `/blog/:slug`. */
export type Route =
  | { path: string; shell: 'site'; file: string; reads: readonly string[] }
  | { path: string; shell: 'personal'; file: string }
  | { path: string; shell: 'app' }
  | { path: string; shell: 'redirect'; to: string; status: 301 | 302 }

/** A page of the site; `reads` names the query parameters it looks at, every other parameter leaves the finished page as it is. */
export const page = (path: string, file: string, options: { reads?: readonly string[] } = {}): Route => ({
  path,
  shell: 'site',
  file: `src/${file}`,
  reads: options.reads ?? [],
})

/** A page made for one person at one moment and kept nowhere; the server has a file of its own that answers it. */
export const personal = (path: string, file: string): Route => ({ path, shell: 'personal', file: `src/${file}` })

/** An address of the signed-in app: one empty page whose script decides what stands on it. */
export const app = (path: string): Route => ({ path, shell: 'app' })

export const redirect = (path: string, to: string, status: 301 | 302): Route => ({
  path,
  shell: 'redirect',
  to,
  status,
})

/** What the server knows when it renders any page. Plain data: it crosses from the server's modules into Vite's. */
export type SiteFacts = {
  business: PublicBusinessProfile
  /** Without a slash at the end. */
  siteUrl: string
  /** Where the personal-area link leads. */
  loginUrl: string
  /** The addresses of the sitemap: a link to a page that does not stand yet is left out rather than dead. */
  publishedPaths: readonly string[]
  /** The public key with which islands call functions. */
  backendKey: string
  /** The number of the pixel that page views are told to, where the business uses one. */
  pixelId: string | undefined
  /** What is announced above every page, in its days. */
  announcement: Announcement | undefined
  /** Changes with logo and colours, so that addresses made from it may be kept for ever. */
  brandVersion: string
}

/** A picture for whoever shares the page, as an address below the site or a whole one. Sizes in pixels. */
export type ShareImage = { src: string; alt: string; width: number; height: number }

/** What a page says about itself. The document adds what follows from it; the owner's own words for an address come first. */
export type Head = {
  title: string
  description: string
  /** `noindex` keeps the page out of search and of the sitemap. */
  robots?: string
  /** The path of the page that stands for this one; without it the page stands for itself. */
  canonical?: string
  /** Without it a card with the title is drawn; null says that nobody shares this page. */
  image?: ShareImage | null
  type?: 'website' | 'article'
  /** When it appeared and last changed, as ISO instants. */
  publishedAt?: string
  modifiedAt?: string
  /** Nodes of schema.org without `@context`. `{ '@id': siteUrl + '/#organization' }` is the business. */
  jsonLd?: readonly object[]
  /** The way from the home page to here, both left out: `[{ name: 'בלוג', path: '/blog' }]`. */
  crumbs?: readonly { name: string; path: string }[]
}

/**
 * `draft` is what somebody is looking at before it is published: a page made of blocks shows it instead of what is stored.
 * `variant` is the address of the page whose words stand here while several are compared.
 */
export type PageRequest = {
  /** As in a link. */
  path: string
  params: Record<string, string>
  query: Record<string, string>
  form?: unknown
  draft?: Page
  variant?: string
}

/** What `load` answers where a page has got another address: the visitor is sent there with 301. */
export type Moved = { movedTo: string }

/** Part of what `load` answers where time alone makes it another page: from this ISO instant on it is made anew. */
export type Timed = { holdsUntil?: string | undefined }

/** A page that stands at an address with parameters, as sitemap and SEO manager list it. Path as in a link, encoded. */
export type PageAddress = { path: string; title: string; description: string; modifiedAt?: string }

/** What a page's module exports. `load` answering undefined means: there is no such page. */
export type PageModule = {
  load?: (backend: SupabaseClient, request: PageRequest) => Promise<object | Moved | undefined>
  /** Where the address has parameters: which pages stand there now for everybody, newest first. */
  addresses?: (backend: SupabaseClient) => Promise<PageAddress[]>
  head: (props: never) => Head
  View: ComponentType<never>
  /** Without the site's header and footer, which would lead away; what is the visitor's right stays. */
  quiet?: boolean
  /** Stands alone, without anything of the site. */
  bare?: boolean
}

/** Every View is given what its load answered, and these. */
export type PageProps = { facts: SiteFacts; request: PageRequest }
