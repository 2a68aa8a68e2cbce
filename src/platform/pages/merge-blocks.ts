// Three-way merge of two concurrent edits of a page. A block edited on one side is taken from that side; edited on both it is a conflict.
import { isDeepEqual } from '#lib/deep-equal.ts'
import type { Block } from './blocks.ts'

/** A block edited differently on both sides. Null: removed on that side. */
export type Conflict = { id: string; mine: Block | null; theirs: Block | null }

export type MergeResult = { blocks: Block[]; conflicts: Conflict[] }

/**
 * In a conflict `blocks` has the local block, or theirs if the local one was removed; `settle` applies the choice.
 * Order: the local one if it was changed, else
 * theirs.
 */
export function mergeBlocks(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): MergeResult {
  const [was, own, other] = [base, mine, theirs].map((blocks) => new Map(blocks.map((block) => [block.id, block])))
  const conflicts: Conflict[] = []
  const selected = new Map<string, Block>()
  for (const id of new Set([...own!.keys(), ...other!.keys(), ...was!.keys()])) {
    const [before, mineNow, theirsNow] = [was!.get(id), own!.get(id) ?? null, other!.get(id) ?? null]
    const iTouched = !isDeepEqual(before, mineNow)
    const theyTouched = !isDeepEqual(before, theirsNow)
    if (iTouched && theyTouched && !isDeepEqual(mineNow, theirsNow))
      conflicts.push({ id, mine: mineNow, theirs: theirsNow })
    const taken = iTouched ? (mineNow ?? (theyTouched ? theirsNow : null)) : theirsNow
    if (taken) selected.set(id, taken)
  }
  return { blocks: inOrder(base, mine, theirs, selected), conflicts }
}

/** Applies the resolution: `theirs` holds the ids of the conflicts in which their block wins. */
export function resolveConflicts({ blocks, conflicts }: MergeResult, theirs: ReadonlySet<string>): Block[] {
  const open = new Map(conflicts.map((conflict) => [conflict.id, conflict]))
  return blocks.flatMap((block) => {
    const conflict = open.get(block.id)
    if (!conflict) return [block]
    const winner = theirs.has(block.id) ? conflict.theirs : conflict.mine
    return winner ? [winner] : []
  })
}

/** Reverts one block to an older version: its content, its position after its former predecessor, or its absence. */
export function revertBlock(now: readonly Block[], then: readonly Block[], id: string): Block[] {
  const old = then.find((block) => block.id === id)
  if (!old) return now.filter((block) => block.id !== id)
  if (now.some((block) => block.id === id)) return now.map((block) => (block.id === id ? old : block))
  const here = new Set(now.map((block) => block.id))
  const behind = then.slice(0, then.indexOf(old)).findLast((block) => here.has(block.id))
  return now.toSpliced(now.findIndex((block) => block.id === behind?.id) + 1, 0, old)
}

function inOrder(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
  selected: ReadonlyMap<string, Block>,
): Block[] {
  const isMine = orderOf(base, mine) !== orderOf(mine, base)
  const [leading, following] = isMine ? [mine, theirs] : [theirs, mine]
  const order = leading.map(({ id }) => id).filter((id) => selected.has(id))
  // A block that exists on the other side only follows its predecessor there.
  for (const [at, { id }] of following.entries()) {
    if (!selected.has(id) || order.includes(id)) continue
    const behind = following
      .slice(0, at)
      .map((block) => block.id)
      .findLast((earlier) => order.includes(earlier))
    order.splice(behind === undefined ? 0 : order.indexOf(behind) + 1, 0, id)
  }
  return order.map((id) => selected.get(id)!)
}

/** The order of the blocks present on both sides. */
const orderOf = (blocks: readonly Block[], others: readonly Block[]) => {
  const shared = new Set(others.map(({ id }) => id))
  return blocks.flatMap(({ id }) => (shared.has(id) ? [id] : [])).join(' ')
}
