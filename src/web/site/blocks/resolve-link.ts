import { callPath } from '../call-path.ts'
import type { SiteFacts } from '#web/pages.ts'

/** A link as stored in a block: label and target. */
export type BlockLink = { words: string; href: string }

/** The URL of a block link; undefined when its target is unpublished, and the link is omitted. */
export function resolveLink({ href }: BlockLink, facts: SiteFacts): string | undefined {
  if (!href.startsWith('/')) return href || undefined
  const path = href.replace(/[?#].*$/, '')
  if (path === '/book-a-call') return callPath(facts)
  return facts.publishedPaths.some((pattern) => matchesPattern(pattern, path)) ? href : undefined
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
