// Content pages: published blocks with their rows, and the head derived from them.
import type { Backend } from '#client/backend.ts'
import { holdsUntil } from '#features/webinars/public/public-webinars.data.ts'
import { pictureIdsIn } from '#platform/pages/pictures-in.ts'
import { readPage } from '#platform/pages/pages.data.ts'
import type { Block, Page } from '#platform/pages/pages.ts'
import type { Head, PageRequest, SiteFacts } from '../pages.ts'
import { fillBlockTokens } from './blocks/fill-block-tokens.ts'
import { type BlockRows, readBlockRows } from './blocks/block-rows.ts'
import { nextChange } from './structured-data/offer-node.ts'
import { faqNode } from './structured-data/faq-node.ts'
import { personNodes } from './structured-data/person-nodes.ts'

export type SiteContent = { page: Page; rows: BlockRows; holdsUntil?: string | undefined }

/** The published page at this path, or the draft in preview. Undefined: not published. */
export async function readContent(
  backend: Backend,
  request: PageRequest,
  path = request.path,
): Promise<SiteContent | undefined> {
  const page = await readPage(backend, path, request.draft)
  if (!page) return undefined
  const rows = await readBlockRows(backend, page.blocks)
  const changes = [nextChange(rows.offers), holdsUntil(rows.webinars, Date.now())]
  return { page, rows, holdsUntil: nextChange(changes.map((at) => ({ changes_at: at ?? null }))) }
}

/** Kinds whose pictures can represent the page; not logos, maps and video posters. */
const cardKinds: readonly Block['kind'][] = ['hero', 'opening', 'split', 'picture', 'people']

/** Title and description from the visible heading and lead. */
export function contentHead({ page, rows }: SiteContent, facts: SiteFacts): Head {
  const { business } = facts
  const blocks = fillBlockTokens(page.blocks, business)
  const first = blocks[0]
  const { title, lead } = first?.kind === 'hero' || first?.kind === 'opening' ? first.content : { title: '', lead: '' }
  const questions = blocks.flatMap((block) => (block.kind === 'questions' ? block.content.list : []))
  const people = blocks.flatMap((block) => (block.kind === 'people' ? block.content.list : []))
  const jsonLd = [...(questions.length > 0 ? [faqNode(questions)] : []), ...personNodes(people, rows, facts)]
  const picture = pictureIdsIn(blocks.filter(({ kind }) => cardKinds.includes(kind))).flatMap(
    (id) => rows.pictures.get(id) ?? [],
  )[0]
  return {
    title,
    ...(picture && { cardPicture: picture }),
    description: lead || `${title}. ${business.business_name}`,
    modifiedAt: page.publishedAt,
    ...(jsonLd.length > 0 && { jsonLd }),
  }
}
