// The board's own arithmetic: which card stands where, what a column is worth, and how a move looks before the server has answered.

import type { Contact, ContactPoint, Household } from '#features/contacts/contacts.ts'
import type { Task } from '#features/tasks/tasks.ts'
import { byRank, type Opportunity, type PipelineStage } from './opportunities.ts'

export type Stage = Omit<PipelineStage, 'pipeline_id' | 'version'>

type OwnFacts =
  | 'id'
  | 'name'
  | 'contact_id'
  | 'stage_id'
  | 'status'
  | 'amount_agorot'
  | 'probability_override'
  | 'source'
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

/** Fresh rows take the place of what was known under these ids; an id without a fresh row has left the board. */
export function withFreshCards(
  cards: readonly BoardCard[],
  ids: readonly string[],
  fresh: readonly BoardCard[],
): BoardCard[] {
  const known = new Map(cards.map((card) => [card.id, card]))
  // An answer that was on its way while a newer one arrived must not turn the card back.
  const newest = fresh.map((card) => ((known.get(card.id)?.version ?? 0) > card.version ? known.get(card.id)! : card))
  return [...cards.filter(({ id }) => !ids.includes(id)), ...newest].toSorted(byRank)
}

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

/** Cards whose name, contact, household or phone holds every word that was typed. */
export function matching(cards: readonly BoardCard[], query: string): readonly BoardCard[] {
  const words = plain(query).split(' ').filter(Boolean)
  if (words.length === 0) return cards
  return cards.filter((card) => {
    const text = plain([card.name, card.contact.full_name, card.contact.household?.name, card.source].join(' '))
    const phones = card.contact.points.map(({ value_norm }) => value_norm.replace(/^\+972/, '0')).join(' ')
    return words.every((word) => text.includes(word) || phones.includes(word.replaceAll('-', '')))
  })
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\u0591-\u05c7״׳"'\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
