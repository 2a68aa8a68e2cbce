// Pure state of the board: opportunities by column, totals, and optimistic moves.

import type { Contact, ContactPoint, Household } from '#features/contacts/contacts.ts'
import type { Task } from '#features/tasks/tasks.ts'
import type { Stage } from '#platform/pipelines/pipelines.ts'
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

/** A move not yet confirmed by the server. It applies to the version of the opportunity that was on screen. */
export type PendingMove = { id: string; to: string; before: string | null; version: number; at: string }

/** The opportunities with pending moves applied. A move whose version is outdated (confirmed, or changed elsewhere) is skipped. */
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

/** The loaded opportunities, and per column the rank after which the next page begins. */
export type Board = { cards: readonly BoardCard[]; ends: Readonly<Record<string, string>> }

/** Adds a page. A full page means that its column continues after its last row. */
export function withPage(board: Board, page: readonly BoardCard[], full: number, stage?: string): Board {
  const columns = Map.groupBy(page, ({ stage_id }) => stage_id)
  const ends = { ...board.ends }
  if (stage) delete ends[stage]
  for (const [column, cards] of columns) if (cards.length >= full) ends[column] = cards.toSorted(byRank).at(-1)!.rank
  const ids = new Set(page.map(({ id }) => id))
  return { cards: [...board.cards.filter(({ id }) => !ids.has(id)), ...page].toSorted(byRank), ends }
}

/** Replaces these ids by their fresh rows; an id without a fresh row is removed.
    A row below the loaded part of its column is added with its page. */
export function withFreshCards(board: Board, ids: readonly string[], fresh: readonly BoardCard[]): Board {
  const known = new Map(board.cards.map((card) => [card.id, card]))
  // A response that was in flight while a newer row arrived must not replace it.
  const newest = fresh
    .map((card) => ((known.get(card.id)?.version ?? 0) > card.version ? known.get(card.id)! : card))
    .filter(({ stage_id, rank }) => board.ends[stage_id] === undefined || rank <= board.ends[stage_id])
  const removed = new Set(ids)
  return { ...board, cards: [...board.cards.filter(({ id }) => !removed.has(id)), ...newest].toSorted(byRank) }
}

/** Totals of a whole column, loaded or not: count, sum and weighted sum, in agorot. */
export type Totals = { cards: number; sum_agorot: number; weighted_agorot: number }
export const noTotals: Totals = { cards: 0, sum_agorot: 0, weighted_agorot: 0 }

/** The totals per stage after opportunities moved from their known stage to the shown one. */
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

/** The amount weighted by probability, in agorot. */
const weightedAgorot = (card: Pick<BoardCard, 'amount_agorot' | 'probability_override'>, stage: Stage) =>
  Math.round((card.amount_agorot * probabilityOf(card, stage)) / 100)

/** The opportunities per stage, in stage order. */
export function cardsByStage(
  stages: readonly Stage[],
  cards: readonly BoardCard[],
): { stage: Stage; cards: BoardCard[] }[] {
  const groups = Map.groupBy(cards, ({ stage_id }) => stage_id)
  return stages
    .toSorted((a, b) => a.position - b.position)
    .map((stage) => ({ stage, cards: groups.get(stage.id) ?? [] }))
}

/** The primary phone number, otherwise the first. */
export const phoneOf = ({ contact }: Pick<BoardCard, 'contact'>): string | undefined => {
  const phones = contact.points.filter(({ kind }) => kind === 'phone')
  return (phones.find(({ is_primary }) => is_primary) ?? phones[0])?.value_norm
}

/** The subject of an opportunity, shown below its contact's full name: its name without a trailing contact name. */
export function subjectOf({ name, contact }: Pick<BoardCard, 'name' | 'contact'>): string {
  if (name === contact.full_name) return ''
  const [, subject = name, about = ''] = /^(.+?)\s+[–-]\s+(.+)$/.exec(name) ?? []
  const plain = (text: string) => text.replaceAll(/\p{M}/gu, '').split(' ')
  const known = plain(contact.full_name)
  return about && plain(about).every((word) => known.includes(word)) ? subject : name
}
