// Every place that the words of a page lead to, also those that are not drawn because nothing stands there.
import type { Block } from '#features/pages/pages.ts'
import { proseOf } from '#features/pages/prose.ts'

/** A link of a block, or within its running text. `words` are what it says. */
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
