import { callPath } from '../call-path.ts'
import type { SiteFacts } from '#web/pages.ts'

/** Words with a place they lead to, as a block holds them. */
export type BlockLink = { words: string; href: string }

/** The address a link of a block leads to; undefined where nothing stands, and the link is left out rather than dead. */
export function resolveLink({ href }: BlockLink, facts: SiteFacts): string | undefined {
  if (!href.startsWith('/')) return href || undefined
  const path = href.replace(/[?#].*$/, '')
  if (path === '/book-a-call') return callPath(facts)
  return facts.publishedPaths.some((pattern) => matchesPattern(pattern, path)) ? href : undefined
}

/** Whether an address of the sitemap, `/blog/:slug`, answers this path. */
function matchesPattern(pattern: string, path: string) {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  // At '/:product' may stand anything or nothing: what really does stands in the list by its own address.
  return (
    wanted.length === given.length && wanted.every((part, i) => (i > 1 && part.startsWith(':')) || part === given[i])
  )
}
