import { linkTo, sitePath } from '#features/seo/seo.ts'
import { callPath } from '../call-path.ts'
import type { SiteFacts } from '#web/pages.ts'

/** The database refuses longer chains. */
const maxHops = 5

/** A link as stored in a block: label and target. */
export type BlockLink = { words: string; href: string }

/** The URL of a block link; undefined when its target is unpublished, and the link is omitted. */
export function resolveLink({ href }: BlockLink, facts: SiteFacts): string | undefined {
  if (!href.startsWith('/')) return href || undefined
  const path = href.replace(/[?#].*$/, '')
  if (path === '/book-a-call') return callPath(facts)
  const leads = (to: string) =>
    facts.publishedPaths.some((pattern) => matchesPattern(pattern, to)) || facts.movedPaths?.includes(to)
  return leads(path) || otherSpellings(path).some(leads) ? href : undefined
}

/** The server redirects every spelling to one: encoded, in capitals, with a slash at the end. */
const otherSpellings = (path: string) => [sitePath(path), linkTo(sitePath(path).toWellFormed())]

/** The paths that redirect to one of these, the paths of the owner's pages and products. */
export function movedPathsOf(redirects: ReadonlyMap<string, { to: string }>, paths: readonly string[]): string[] {
  const ends = (to: string, hopsLeft: number): boolean => {
    if (!to.startsWith('/')) return false
    const path = sitePath(to)
    if (paths.includes(path) || paths.includes(linkTo(path))) return true
    const next = redirects.get(path)
    return next !== undefined && hopsLeft > 0 && ends(next.to, hopsLeft - 1)
  }
  return [...redirects].flatMap(([from, { to }]) => (ends(to, maxHops) ? [from] : []))
}

/** Whether menu and footer show a link: there the call page has no fallback. */
export const isShown = (link: BlockLink, facts: SiteFacts): boolean =>
  link.href === '/book-a-call' ? facts.publishedPaths.includes(link.href) : resolveLink(link, facts) !== undefined

/** Whether a sitemap pattern such as `/blog/:slug` matches this path. */
export function matchesPattern(pattern: string, path: string) {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')]
  // '/:product' matches nothing: published products are listed by their own paths.
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, i) => (i > 1 && part.startsWith(':')) || part === pathParts[i])
  )
}
