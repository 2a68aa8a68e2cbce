// The blocks below the registration of a webinar.
import type { Backend } from '#client/backend.ts'
import { proofBlocks } from '#features/webinars/page/page-blocks.ts'
import type { Block } from '#platform/pages/pages.ts'
import { type BlockRows, readBlockRows } from '../site/blocks/block-rows.ts'

/** Below the registration. `isWhole`: in place of the parts that are written from the details. */
export type Below = { blocks: readonly Block[]; rows: BlockRows; isWhole: boolean }

/** The opening of the page is the registration itself, and a block that leads to it would repeat it. */
export const belowOf = (page: readonly Block[]) => page.slice(1).filter(({ kind }) => kind !== 'webinar')

/** Of a webinar without a page: reviews and questions. */
export const readProof = async (backend: Backend): Promise<Below> => ({
  blocks: proofBlocks,
  rows: await readBlockRows(backend, proofBlocks),
  isWhole: false,
})
