import type { BlockOf, Kind } from '#features/pages/blocks.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { BlockRows } from './block-rows.ts'

/** What the component of a kind is given: the words, the block's name on its page, what every page knows, and rows of others. */
export type BlockProps<K extends Kind> = { id: string; content: BlockOf<K>['content']; facts: SiteFacts; rows: BlockRows }
