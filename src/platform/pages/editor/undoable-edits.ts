// Undo history of the page editor: a reducer over edits of the block list.
import { type Block, type Kind, kindOf } from '#platform/pages/blocks.ts'

/** `past` holds the blocks before each edit. `writing` is the block being typed in, whose keystrokes coalesce into one edit. */
export type EditHistory = { blocks: readonly Block[]; past: readonly (readonly Block[])[]; writing: string | null }

export type Edit =
  | { do: 'write'; id: string; content: Block['content'] }
  | { do: 'add'; block: Block; after: string | null }
  | { do: 'place'; id: string; at: string; side: 'before' | 'after' }
  | { do: 'move'; id: string; by: -1 | 1 }
  | { do: 'duplicate'; id: string; as: string }
  | { do: 'remove'; id: string }
  /** Restores a removed block at its position in `previous`, whatever was edited since. */
  | { do: 'restore'; block: Block; previous: readonly Block[] }
  | { do: 'replace'; blocks: readonly Block[] }
  | { do: 'undo' }

/** The undo limit of the product. */
const MAX_UNDO = 20

export const createEditHistory = (blocks: readonly Block[]): EditHistory => ({ blocks, past: [], writing: null })

/** Applies an edit. An edit without effect returns the same state. */
export function applyEdit(editing: EditHistory, step: Edit): EditHistory {
  if (step.do === 'undo') {
    const before = editing.past.at(-1)
    return before ? { blocks: before, past: editing.past.slice(0, -1), writing: null } : editing
  }
  const blocks = applied(editing.blocks, step)
  if (blocks === editing.blocks) return editing
  const writing = step.do === 'write' ? step.id : null
  const isContinued = writing !== null && writing === editing.writing
  return { blocks, past: isContinued ? editing.past : [...editing.past, editing.blocks].slice(-MAX_UNDO), writing }
}

function applied(blocks: readonly Block[], step: Exclude<Edit, { do: 'undo' }>): readonly Block[] {
  switch (step.do) {
    case 'replace':
      return step.blocks
    case 'write':
      return blocks.map((block) => (block.id === step.id ? ({ ...block, content: step.content } as Block) : block))
    case 'add':
      return blocks.toSpliced(blocks.findIndex(({ id }) => id === step.after) + 1, 0, step.block)
    case 'remove':
      return blocks.filter(({ id }) => id !== step.id)
    case 'restore':
      return restored(blocks, step)
    case 'duplicate': {
      const at = blocks.findIndex(({ id }) => id === step.id)
      return blocks.toSpliced(at + 1, 0, { ...blocks[at]!, id: step.as })
    }
    case 'place':
      return placed(blocks, step)
    case 'move': {
      const at = blocks.findIndex(({ id }) => id === step.id)
      if (!mayMove(blocks, at, step.by)) return blocks
      return blocks.toSpliced(at, 1).toSpliced(at + step.by, 0, blocks[at]!)
    }
  }
}

/** Drops a block beside another one. The opening stays first. */
function placed(blocks: readonly Block[], { id, at, side }: Extract<Edit, { do: 'place' }>): readonly Block[] {
  const block = blocks.find((one) => one.id === id)
  if (!block || isOpening(block) || id === at) return blocks
  const others = blocks.filter((one) => one !== block)
  const target = others.findIndex((one) => one.id === at)
  if (target < 0) return blocks
  const first = others[0] && isOpening(others[0]) ? 1 : 0
  const next = others.toSpliced(Math.max(first, side === 'before' ? target : target + 1), 0, block)
  return next.every((one, index) => one === blocks[index]) ? blocks : next
}

/** Inserts after the nearest preceding block that still exists. */
function restored(blocks: readonly Block[], { block, previous }: Extract<Edit, { do: 'restore' }>): readonly Block[] {
  if (blocks.some(({ id }) => id === block.id)) return blocks
  const before = new Set(
    previous
      .slice(
        0,
        previous.findIndex(({ id }) => id === block.id),
      )
      .map(({ id }) => id),
  )
  return blocks.toSpliced(blocks.findLastIndex(({ id }) => before.has(id)) + 1, 0, block)
}

export const isOpening = ({ kind }: Block): boolean => kindOf(kind).opens === true

/** The opening block always stays first. */
export function mayMove(blocks: readonly Block[], at: number, by: -1 | 1): boolean {
  const [block, neighbour] = [blocks[at], blocks[at + by]]
  return block !== undefined && neighbour !== undefined && !isOpening(block) && !isOpening(neighbour)
}

/** A new block of a kind, with placeholder texts. */
export const newBlock = (kind: Kind): Block => ({ id: newId(kind), kind, content: kindOf(kind).blank }) as Block

/** Unique across clients: two users may add a block of one kind at the same time. */
export const newId = (kind: Kind): string => `${kind}-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`
