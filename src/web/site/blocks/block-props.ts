import type { BlockOf, Kind } from '#platform/pages/blocks.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { BlockRows } from './block-rows.ts'

/** Props of a block view: block id, content, business details, and rows of other modules. */
export type BlockProps<K extends Kind> = {
  id: string
  content: BlockOf<K>['content']
  facts: SiteFacts
  rows: BlockRows
}
