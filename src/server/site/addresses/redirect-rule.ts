// Finds the rule for a URL without a page. Used by the server and by the redirect tester.
import type { RedirectTarget } from '#features/redirects/redirects.ts'
import { linkTo, sitePath } from '#features/seo/seo.ts'
import { isStaticPath, matchRoute } from '../match-route.ts'

type Redirects = ReadonlyMap<string, RedirectTarget>
type Options = { readRedirects: () => Promise<Redirects>; siteUrl: string }

/** A loop has no target: it is not followed. */
export type FoundRule = { rule: 'redirect' | 'spelling'; target: RedirectTarget } | { rule: 'loop'; target?: undefined }

/** Undefined if no rule applies. */
export async function ruleOf(url: string, { readRedirects, siteUrl }: Options): Promise<FoundRule | undefined> {
  const path = sitePath(url)
  const isSpelledOtherwise = linkTo(path) !== url.replace(/\?.*$/s, '')
  const canonical: FoundRule = { rule: 'spelling', target: { to: linkTo(path), code: 301 } }
  // A page has precedence over a redirect, in any spelling of its URL.
  if (isSpelledOtherwise && isStaticPath(path)) return canonical
  const redirects = await readRedirects()
  const lead = isProofOfDomain(path) ? undefined : redirects.get(path)
  const isLooped = lead !== undefined && isLoop(redirects, path, siteUrl)
  if (lead && !isLooped) return { rule: 'redirect', target: lead }
  if (isSpelledOtherwise && matchRoute(path)) return canonical
  return isLooped ? { rule: 'loop' } : undefined
}

/** Certificate authorities follow redirects here: an editor with one could obtain a certificate of the domain. */
const isProofOfDomain = (path: string) => /^\/\.well-known\/(acme-challenge|pki-validation)\//.test(path)

/** The database rejects loops of paths. Loops through the site's absolute URL are detected here. */
function isLoop(redirects: Redirects, path: string, siteUrl: string) {
  const been = new Set<string>()
  for (let here = path; !been.has(here); been.add(here), here = sitePath(redirects.get(here)!.to)) {
    const lead = redirects.get(here)
    if (!lead || !isOfSite(lead.to, siteUrl)) return false
  }
  return true
}

/** Compared by host: a redirect to the site's http URL also returns to the site. */
export const isOfSite = (address: string, siteUrl: string) =>
  /^\/(?!\/)/.test(address) || (URL.canParse(address) && new URL(address).host === new URL(siteUrl).host)
