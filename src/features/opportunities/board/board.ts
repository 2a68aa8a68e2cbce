// The board's own arithmetic: which card stands where, what a column is worth, and how a move looks before the server has answered.

import type { Contact, ContactPoint, Household } from '#features/contacts/contacts.ts'
import type { Task } from '#features/tasks/tasks.ts'
import type { Stage } from '#features/pipelines/pipelines.ts'
import { byRank, type Opportunity, probabilityOf } from '../opportunities.ts'

type OwnFacts =
  | 'id'
  | 'name'
  | 'contact_id'
  | 'stage_id'
  | 'status'
  | 'amount_agorot'
  | 'probability_override'
  | 'source'
  | 'expected_close_on'
  | 'owner_id'
  | 'rank'
  | 'version'
  | 'stage_entered_at'
  | 'next_step_at'
  | 'next_step_task_id'
export type BoardCard = Pick<Opportunity, OwnFacts> & {
  contact: Pick<Contact, 'full_name'> & {
    household: Pick<Household, 'name'> | null
    points: Pick<ContactPoint, 'kind' | 'value_norm' | 'is_primary'>[]
  }
  next_step: Pick<Task, 'id' | 'name' | 'due_date' | 'due_at'> | null
}

/** A move the person has made and the server has not confirmed. It holds for the version of the card that was on the screen. */
export type PendingMove = { id: string; to: string; before: string | null; version: number; at: string }

/** The cards as the person sees them: moves whose version has been overtaken (confirmed, or moved by somebody else) no longer count. */
export function withMoves(
  cards: readonly BoardCard[],
  moves: readonly PendingMove[],
  stages: readonly Stage[],
): BoardCard[] {
  return moves.reduce<BoardCard[]>((shown, move) => moved(shown, move, stages), [...cards])
}

function moved(cards: BoardCard[], move: PendingMove, stages: readonly Stage[]): BoardCard[] {
  const card = cards.find(({ id }) => id === move.id)
  const stage = stages.find(({ id }) => id === move.to)
  if (!card || !stage || card.version !== move.version) return cards
  const others = cards.filter(({ id }) => id !== move.id)
  const at = others.findIndex(({ id, stage_id }) => id === move.before && stage_id === move.to)
  const changed: BoardCard = {
    ...card,
    stage_id: stage.id,
    status: stage.kind,
    version: card.version + 1,
    stage_entered_at: card.stage_id === stage.id ? card.stage_entered_at : move.at,
  }
  return at < 0 ? [...others, changed] : others.toSpliced(at, 0, changed)
}

/** What is known of a board: the first cards of every column, and after which rank a column goes on. */
export type Board = { cards: readonly BoardCard[]; ends: Readonly<Record<string, string>> }

/** A page of cards as the server answered it. A full page means that its column goes on after its last card. */
export function withPage(board: Board, page: readonly BoardCard[], full: number, stage?: string): Board {
  const columns = Map.groupBy(page, ({ stage_id }) => stage_id)
  const ends = { ...board.ends }
  if (stage) delete ends[stage]
  for (const [column, cards] of columns) if (cards.length >= full) ends[column] = cards.toSorted(byRank).at(-1)!.rank
  const ids = new Set(page.map(({ id }) => id))
  return { cards: [...board.cards.filter(({ id }) => !ids.has(id)), ...page].toSorted(byRank), ends }
}

/** Fresh rows take the place of what was known under these ids; an id without a fresh row has left the board.
    A card that stands where the column has not been read to yet is met when it is. */
export function withFreshCards(board: Board, ids: readonly string[], fresh: readonly BoardCard[]): Board {
  const known = new Map(board.cards.map((card) => [card.id, card]))
  // An answer that was on its way while a newer one arrived must not turn the card back.
  const newest = fresh
    .map((card) => ((known.get(card.id)?.version ?? 0) > card.version ? known.get(card.id)! : card))
    .filter(({ stage_id, rank }) => board.ends[stage_id] === undefined || rank <= board.ends[stage_id])
  const gone = new Set(ids)
  return { ...board, cards: [...board.cards.filter(({ id }) => !gone.has(id)), ...newest].toSorted(byRank) }
}

/** What a column holds, also where it has not been read to: cards, their sum and what of it to expect, in agorot. */
export type Totals = { cards: number; sum_agorot: number; weighted_agorot: number }
export const noTotals: Totals = { cards: 0, sum_agorot: 0, weighted_agorot: 0 }

/** The totals by stage after some cards have gone from where they were known to where they are shown. */
export function totalsAfter(
  totals: ReadonlyMap<string, Totals>,
  known: readonly BoardCard[],
  shown: readonly BoardCard[],
  stages: readonly Stage[],
): ReadonlyMap<string, Totals> {
  const before = new Map(known.map((card) => [card.id, card]))
  const after = new Map(totals)
  const add = (card: BoardCard, sign: 1 | -1) => {
    const stage = stages.find(({ id }) => id === card.stage_id)
    const was = after.get(card.stage_id) ?? noTotals
    after.set(card.stage_id, {
      cards: was.cards + sign,
      sum_agorot: was.sum_agorot + sign * card.amount_agorot,
      weighted_agorot: was.weighted_agorot + sign * (stage ? weightedAgorot(card, stage) : 0),
    })
  }
  for (const card of shown) {
    const was = before.get(card.id)
    if (!was || was.stage_id === card.stage_id) continue
    add(was, -1)
    add(card, 1)
  }
  return after
}

/** How much of a card's worth to expect, in agorot. */
const weightedAgorot = (card: Pick<BoardCard, 'amount_agorot' | 'probability_override'>, stage: Stage) =>
  Math.round((card.amount_agorot * probabilityOf(card, stage)) / 100)

/** Every stage with its cards, in the stages' order. */
export function cardsByStage(
  stages: readonly Stage[],
  cards: readonly BoardCard[],
): { stage: Stage; cards: BoardCard[] }[] {
  const groups = Map.groupBy(cards, ({ stage_id }) => stage_id)
  return stages
    .toSorted((a, b) => a.position - b.position)
    .map((stage) => ({ stage, cards: groups.get(stage.id) ?? [] }))
}

/** The number to call or to write to: the main one, else the first. */
export const phoneOf = ({ contact }: Pick<BoardCard, 'contact'>): string | undefined => {
  const phones = contact.points.filter(({ kind }) => kind === 'phone')
  return (phones.find(({ is_primary }) => is_primary) ?? phones[0])?.value_norm
}
