// Menu and footer of every page: the owner's, or the defaults until the owner publishes them.
import type { Backend } from '#client/backend.ts'
import type { BlockOf } from './blocks.ts'
import { frame as defaultFrame } from './content/frame.ts'
import { readPage } from './pages.data.ts'
import { framePath, type Page } from './pages.ts'

export type SiteFrame = { menu: BlockOf<'menu'>['content']['list']; footer: BlockOf<'footer'>['content'] }

export const readSiteFrame = async (backend: Backend): Promise<SiteFrame> =>
  frameOf((await readPage(backend, framePath))?.blocks)

/** Parts missing from the blocks fall back to the defaults. */
export function frameOf(blocks: Page['blocks'] = []): SiteFrame {
  const all = [...blocks, ...defaultFrame.blocks]
  const menu = all.find(({ kind }) => kind === 'menu') as BlockOf<'menu'>
  const footer = all.find(({ kind }) => kind === 'footer') as BlockOf<'footer'>
  return { menu: menu.content.list, footer: footer.content }
}
