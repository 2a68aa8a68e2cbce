import { expect, test } from 'vitest'
import {
  type BoardCard,
  cardsByStage,
  matching,
  type PendingMove,
  phoneOf,
  type Stage,
  withFreshCards,
  withMoves,
} from './board.ts'
import { byRank } from './opportunities.ts'

const stage = (id: string, position: number, kind: Stage['kind'] = 'open'): Stage => ({
  id,
  slug: id,
  name: id,
  position,
  probability: 10,
  kind,
  rot_days: null,
  color: 'stage-1',
})
const stages = [stage('new', 1), stage('offered', 2), stage('won', 3, 'won')]

const card = (id: string, stage_id: string, rank: string, more: Partial<BoardCard> = {}): BoardCard => ({
  id,
  name: `ליווי – ${id}`,
  contact_id: `contact-${id}`,
  stage_id,
  status: 'open',
  amount_agorot: 100_000,
  probability_override: null,
  source: null,
  owner_id: null,
  rank,
  version: 1,
  stage_entered_at: '2026-11-01T10:00:00Z',
  next_step_at: null,
  next_step_task_id: null,
  contact: { full_name: `משפחת ${id}`, household: null, points: [] },
  next_step: null,
  ...more,
})
const cards = [card('a', 'new', '1'), card('b', 'new', '2'), card('c', 'offered', '1')].toSorted(byRank)
const move = (id: string, to: string, before: string | null, version = 1): PendingMove => ({
  id,
  to,
  before,
  version,
  at: '2026-11-20T10:00:00Z',
})
const idsIn = (all: readonly BoardCard[], id: string) =>
  cardsByStage(stages, all)
    .find((group) => group.stage.id === id)!
    .cards.map((each) => each.id)

test('a move shows at once, in front of the card it was dropped on', () => {
  const shown = withMoves(cards, [move('a', 'offered', 'c')], stages)
  expect(idsIn(shown, 'offered')).toEqual(['a', 'c'])
  expect(idsIn(shown, 'new')).toEqual(['b'])
  expect(shown.find(({ id }) => id === 'a')).toMatchObject({ version: 2, stage_entered_at: '2026-11-20T10:00:00Z' })
})

test('a move inside a column keeps the days in the stage', () => {
  const shown = withMoves(cards, [move('b', 'new', 'a')], stages)
  expect(idsIn(shown, 'new')).toEqual(['b', 'a'])
  expect(shown.find(({ id }) => id === 'b')!.stage_entered_at).toBe('2026-11-01T10:00:00Z')
})

test('a move without a card behind it goes to the end, also when that card has left meanwhile', () => {
  expect(idsIn(withMoves(cards, [move('a', 'offered', null)], stages), 'offered')).toEqual(['c', 'a'])
  expect(idsIn(withMoves(cards, [move('a', 'offered', 'b')], stages), 'offered')).toEqual(['c', 'a'])
})

test('two quick moves of one card follow each other', () => {
  const shown = withMoves(cards, [move('a', 'offered', null), move('a', 'won', null, 2)], stages)
  expect(idsIn(shown, 'won')).toEqual(['a'])
  expect(shown.find(({ id }) => id === 'a')).toMatchObject({ status: 'won', version: 3 })
})

test('a move that the server has overtaken no longer counts', () => {
  const confirmed = withFreshCards(cards, ['a'], [card('a', 'offered', '2', { version: 2 })])
  expect(withMoves(confirmed, [move('a', 'won', null)], stages)).toEqual(confirmed)
  expect(idsIn(confirmed, 'offered')).toEqual(['c', 'a'])
})

test('taking a move back is leaving it out', () => {
  expect(withMoves(cards, [], stages)).toEqual(cards)
})

test('a card without a fresh row has left the board, and an old answer does not turn a card back', () => {
  expect(withFreshCards(cards, ['c'], []).map(({ id }) => id)).toEqual(['a', 'b'])
  const newer = withFreshCards(cards, ['a'], [card('a', 'won', '1', { version: 5 })])
  expect(idsIn(withFreshCards(newer, ['a'], [card('a', 'offered', '1', { version: 4 })]), 'won')).toEqual(['a'])
})

const point = (kind: 'phone' | 'email', value_norm: string, is_primary = false) => ({ kind, value_norm, is_primary })

test('the number to call is the main one, else the first, else none', () => {
  const withPoints = (...points: ReturnType<typeof point>[]) =>
    phoneOf({ contact: { full_name: '', household: null, points } })
  expect(
    withPoints(
      point('email', 'a@example.com', true),
      point('phone', '+972500000011'),
      point('phone', '+972500000012', true),
    ),
  ).toBe('+972500000012')
  expect(withPoints(point('phone', '+972500000011'))).toBe('+972500000011')
  expect(withPoints(point('email', 'a@example.com'))).toBeUndefined()
})

test('a card is found by part of a name without its signs, and by its phone as people write it', () => {
  const jenny = card('j', 'new', '9', {
    contact: {
      full_name: 'ג׳ני לדוגמה',
      household: { name: 'משפחת לדוגמה' },
      points: [{ kind: 'phone', value_norm: '+972500000018', is_primary: true }],
    },
  })
  const all = [...cards, jenny]
  expect(matching(all, 'גני')).toEqual([jenny])
  expect(matching(all, '050-0000018')).toEqual([jenny])
  expect(matching(all, 'לדוגמה גני')).toEqual([jenny])
  expect(matching(all, 'לא קיים')).toEqual([])
  expect(matching(all, '  ')).toBe(all)
})
