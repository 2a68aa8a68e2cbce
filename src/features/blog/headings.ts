// Headings of a post, each with an id for anchor links.
import { type Block, type PostBody, textOf } from './post-body.ts'
import { slugOf } from './slug.ts'

export type Heading = { id: string; text: string; level: 2 | 3 }

/** Headings in order, with their block index; headings with equal text get different ids. */
export function headingsOf(body: PostBody): Map<Block, Heading> {
  const found = new Map<Block, Heading>()
  const used = new Set<string>()
  for (const block of body.content) {
    const text = block.type === 'heading' ? textOf(block.content).trim() : ''
    if (block.type !== 'heading' || !text) continue
    const name = slugOf(text) || 'חלק'
    let id = name
    for (let n = 2; used.has(id); n++) id = `${name}-${n}`
    used.add(id)
    found.set(block, { id, text, level: block.attrs.level })
  }
  return found
}
