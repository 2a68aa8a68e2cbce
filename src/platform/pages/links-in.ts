// All links in the content of blocks, including those not rendered because their target does not exist.
import type { Block } from './pages.ts'
import { proseOf } from './prose.ts'

/** A link of a block, or within its prose. `words` holds the link text. */
export type BlockLink = { href: string; words: string }

export const linksIn = (blocks: readonly Block[]): BlockLink[] => blocks.flatMap(({ content }) => linksOf(content))

function linksOf(part: unknown): BlockLink[] {
  if (typeof part === 'string')
    return proseOf(part)
      .flat()
      .flatMap(({ href, text }) => (href ? [{ href, words: text }] : []))
  if (part === null || typeof part !== 'object') return []
  const { href, words } = part as { href?: unknown; words?: unknown }
  if (typeof href === 'string') return href ? [{ href, words: typeof words === 'string' ? words : '' }] : []
  return Object.values(part).flatMap(linksOf)
}
