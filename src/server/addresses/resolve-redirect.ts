// What is done for a visitor where no page stands: the address in its one spelling, the owner's redirect, or a line in the log.
import type { FastifyRequest } from 'fastify'
import { type RedirectTarget, missingPath, refererOf } from '#features/redirects/redirects.ts'
import type { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { linkTo, sitePath } from '#features/seo/seo.ts'
import { isStaticPath, matchRoute } from './match-route.ts'
import type { SeoOverrides } from './seo-overrides.ts'

type Options = { words: SeoOverrides; counters: ReturnType<typeof createRedirectCounters>; siteUrl: string }

/** Where the address leads on to; undefined when it leads nowhere. */
export const redirectResolver = ({ words, counters, siteUrl }: Options) => {
  const { host } = new URL(siteUrl)
  const isHere = (address: string) =>
    /^\/(?!\/)/.test(address) || (URL.canParse(address) && new URL(address).host === host)

  /** The database sees loops below the site; by which name the site is called it does not know. */
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
    // A page is never hidden by a redirect, however its address was spelled.
    if (isSpelledOtherwise && isStaticPath(path)) return { to: linkTo(path), code: 301 }
    const { redirects } = await words.read()
    const lead = redirects.get(path)
    if (lead && !isLoop(redirects, path)) {
      counters.followed(path)
      return lead
    }
    if (isSpelledOtherwise && matchRoute(path)) return { to: linkTo(path), code: 301 }
    // Only what somebody wanted to read: not the pictures, scripts and interfaces that programs ask for.
    const missing = headers.accept?.includes('text/html') ? missingPath(path) : undefined
    if (missing) counters.missed(missing, refererOf(headers.referer, siteUrl))
    return undefined
  }
}
