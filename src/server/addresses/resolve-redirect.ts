// What is done for a visitor where no page stands: the address in its one spelling, the owner's redirect, or a line in the log.
import type { FastifyRequest } from 'fastify'
import { type RedirectTarget, missingPath, refererOf } from '#features/redirects/redirects.ts'
import type { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { linkTo, sitePath } from '#features/seo/seo.ts'
import { isWrittenOut, matchRoute } from './match-route.ts'
import type { SiteWordsBook } from './seo-overrides.ts'

type Options = { words: SiteWordsBook; wayfinding: ReturnType<typeof createRedirectCounters>; siteUrl: string }

/** Where the address leads on to; undefined when it leads nowhere. */
export const leadOnWith = ({ words, wayfinding, siteUrl }: Options) => {
  const { host } = new URL(siteUrl)
  const isHere = (address: string) =>
    /^\/(?!\/)/.test(address) || (URL.canParse(address) && new URL(address).host === host)

  /** The database sees loops below the site; by which name the site is called it does not know. */
  function goesRound(redirects: ReadonlyMap<string, RedirectTarget>, path: string) {
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
    if (isSpelledOtherwise && isWrittenOut(path)) return { to: linkTo(path), code: 301 }
    const { redirects } = await words.read()
    const lead = redirects.get(path)
    if (lead && !goesRound(redirects, path)) {
      wayfinding.followed(path)
      return lead
    }
    if (isSpelledOtherwise && matchRoute(path)) return { to: linkTo(path), code: 301 }
    // Only what somebody wanted to read: not the pictures, scripts and interfaces that programs ask for.
    const missing = headers.accept?.includes('text/html') ? missingPath(path) : undefined
    if (missing) wayfinding.missed(missing, refererOf(headers.referer, siteUrl))
    return undefined
  }
}
