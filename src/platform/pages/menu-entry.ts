// The menu's link to a page, as blocks of the frame.
import type { Block, BlockOf } from './blocks.ts'
import { frame as defaultFrame } from './content/frame.ts'
import { maxMenuLinks } from './live-blocks/menu.ts'

/** Whether visitors see the link; 'full' if the shown menu, or its draft, has no room for another link. */
export type MenuState = 'in' | 'out' | 'full'

const maxWords = 60

/** The text of a menu link to a page with this name. */
export const menuWords = (label: string) =>
  label.length > maxWords ? `${label.slice(0, maxWords - 1).trimEnd()}…` : label

export const isInMenu = (blocks: readonly Block[], path: string) => linksOf(blocks).some(({ href }) => href === path)

/** Whether the menu has no room for a link to this page. */
export const lacksPlace = (blocks: readonly Block[], path: string) =>
  !isInMenu(blocks, path) && linksOf(blocks).length >= maxMenuLinks

export function menuStateOf(path: string, shown: readonly Block[], draft: readonly Block[]): MenuState {
  if (isInMenu(shown, path)) return 'in'
  return lacksPlace(shown, path) || lacksPlace(draft, path) ? 'full' : 'out'
}

export const withMenuEntry = (blocks: readonly Block[], { path, label }: { path: string; label: string }): Block[] =>
  isInMenu(blocks, path)
    ? [...blocks]
    : withLinks(blocks, [...linksOf(blocks), { words: menuWords(label), href: path }])

export const withoutMenuEntry = (blocks: readonly Block[], path: string): Block[] =>
  isInMenu(blocks, path)
    ? withLinks(
        blocks,
        linksOf(blocks).filter(({ href }) => href !== path),
      )
    : [...blocks]

/** The stored blocks with every link to `from`, also with a query or an anchor, changed to `to`. */
export const withMovedLinks = (blocks: readonly unknown[], move: { from: string; to: string }): unknown[] =>
  blocks.map((block) => moveLinks(block, move))

function moveLinks(part: unknown, move: { from: string; to: string }): unknown {
  if (Array.isArray(part)) return withMovedLinks(part, move)
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, unknown]) => [
      name,
      name === 'href' && typeof value === 'string' ? moveHref(value, move) : moveLinks(value, move),
    ]),
  )
}

function moveHref(href: string, { from, to }: { from: string; to: string }): string {
  const [path = ''] = href.split(/[?#]/, 1)
  return path === from ? to + href.slice(path.length) : href
}

type Menu = BlockOf<'menu'>

const isMenu = (block: Block): block is Menu => block.kind === 'menu'

/** Without a menu block the default menu is shown. */
const linksOf = (blocks: readonly Block[]): Menu['content']['list'] =>
  (blocks.find(isMenu) ?? defaultFrame.blocks.find(isMenu)!).content.list

function withLinks(blocks: readonly Block[], list: Menu['content']['list']): Block[] {
  const menu: Menu = { id: 'menu', kind: 'menu', ...blocks.find(isMenu), content: { list } }
  const at = blocks.findIndex(isMenu)
  return at === -1 ? [menu, ...blocks] : blocks.with(at, menu)
}
