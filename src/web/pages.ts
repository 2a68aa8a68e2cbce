// What a page of the public site is made of. A page lives with its noun, or in web/site when it belongs to none.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ComponentType } from 'react'
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'

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
  standing: readonly string[]
  /** The public key with which islands call functions. */
  backendKey: string
  /** The number of the pixel that page views are told to, where the business uses one. */
  pixelId: string | undefined
  /** Changes with logo and colours, so that addresses made from it may be kept for ever. */
  brandVersion: string
}

export type Head = { title: string; description: string; robots?: string }

export type PageRequest = { params: Record<string, string>; query: Record<string, string>; form?: unknown }

/** What a page's module exports. `load` answering undefined means: there is no such page. */
export type PageModule = {
  load?: (backend: SupabaseClient, request: PageRequest) => Promise<object | undefined>
  head: (props: never) => Head
  View: ComponentType<never>
  /** Stands alone, without the site's header and footer. */
  bare?: boolean
}

/** Every View is given what its load answered, and these. */
export type PageProps = { facts: SiteFacts; request: PageRequest }
