// The blocks below the registration of a webinar.
import type { Backend } from '#client/backend.ts'
import { proofBlocks } from '#features/webinars/page/page-blocks.ts'
import type { Block } from '#platform/pages/pages.ts'
import { type BlockRows, readBlockRows } from '../site/blocks/block-rows.ts'

/** Content below the registration. `isWhole`: the content replaces the sections built from the webinar's details. */
export type ContentBelow = { blocks: readonly Block[]; rows: BlockRows; isWhole: boolean }

/**
 * The blocks without the opening, which the registration replaces, and without webinar blocks, which would repeat it.
 */
export const belowOf = (page: readonly Block[]) => page.slice(1).filter(({ kind }) => kind !== 'webinar')

/** Content for a webinar without a page: reviews and questions. */
export const readProof = async (backend: Backend): Promise<ContentBelow> => ({
  blocks: proofBlocks,
  rows: await readBlockRows(backend, proofBlocks),
  isWhole: false,
})
