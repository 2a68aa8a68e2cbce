// Handles URLs without a page: canonical spelling, the owner's redirect, or a log entry.
import type { FastifyRequest } from 'fastify'
import { type RedirectTarget, missingPath, refererOf } from '#features/redirects/redirects.ts'
import type { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { linkTo, sitePath } from '#features/seo/seo.ts'
import { isStaticPath, matchRoute } from '../match-route.ts'
import type { SeoOverrides } from './seo-overrides.ts'

type Options = { words: SeoOverrides; counters: ReturnType<typeof createRedirectCounters>; siteUrl: string }

/** The redirect for a request; undefined if there is none. */
export const redirectResolver = ({ words, counters, siteUrl }: Options) => {
  const { host } = new URL(siteUrl)
  const isHere = (address: string) =>
    /^\/(?!\/)/.test(address) || (URL.canParse(address) && new URL(address).host === host)

  /** The database rejects loops of paths. Loops through the site's absolute URL are only known here. */
  function isLoop(redirects: ReadonlyMap<string, RedirectTarget>, path: string) {
    const been = new Set<string>()
    for (let here = path; !been.has(here); been.add(here), here = sitePath(redirects.get(here)!.to)) {
      const lead = redirects.get(here)
      if (!lead || !isHere(lead.to)) return false
    }
    return true
  }

  return async ({ method, url, headers }: FastifyRequest): Promise<RedirectTarget | undefined> => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const path = sitePath(url)
    const isSpelledOtherwise = linkTo(path) !== url.replace(/\?.*$/s, '')
    // A page has precedence over a redirect, in any spelling of its URL.
    if (isSpelledOtherwise && isStaticPath(path)) return { to: linkTo(path), code: 301 }
    const { redirects } = await words.read()
    const lead = redirects.get(path)
    if (lead && !isLoop(redirects, path)) {
      counters.followed(path)
      return lead
    }
    if (isSpelledOtherwise && matchRoute(path)) return { to: linkTo(path), code: 301 }
    // Only navigations: images, scripts and API calls are not logged.
    const missing = headers.accept?.includes('text/html') ? missingPath(path) : undefined
    if (missing) counters.missed(missing, refererOf(headers.referer, siteUrl))
    return undefined
  }
}
