import { expect, test } from 'vitest'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import {
  type BoardCard,
  cardsByStage,
  noTotals,
  type PendingMove,
  phoneOf,
  subjectOf,
  totalsAfter,
  withFreshCards,
  withMoves,
  withPage,
} from './board.ts'
import { byRank } from '../opportunities.ts'

const stage = (id: string, position: number, kind: Stage['kind'] = 'open'): Stage => ({
  id,
  slug: id,
  name: id,
  position,
  probability: 10,
  kind,
  rot_days: null,
  color: 'stage-1',
  version: 1,
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
  expected_close_on: null,
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
const board = { cards, ends: {} }
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

test('a move is shown immediately, before the card that it was dropped on', () => {
  const shown = withMoves(cards, [move('a', 'offered', 'c')], stages)
  expect(idsIn(shown, 'offered')).toEqual(['a', 'c'])
  expect(idsIn(shown, 'new')).toEqual(['b'])
  expect(shown.find(({ id }) => id === 'a')).toMatchObject({ version: 2, stage_entered_at: '2026-11-20T10:00:00Z' })
})

test('a move inside a column does not reset the time in the stage', () => {
  const shown = withMoves(cards, [move('b', 'new', 'a')], stages)
  expect(idsIn(shown, 'new')).toEqual(['b', 'a'])
  expect(shown.find(({ id }) => id === 'b')!.stage_entered_at).toBe('2026-11-01T10:00:00Z')
})

test('a move before a card that has left the column goes to the end', () => {
  expect(idsIn(withMoves(cards, [move('a', 'offered', null)], stages), 'offered')).toEqual(['c', 'a'])
  expect(idsIn(withMoves(cards, [move('a', 'offered', 'b')], stages), 'offered')).toEqual(['c', 'a'])
})

test('two rapid moves of one opportunity are applied in order', () => {
  const shown = withMoves(cards, [move('a', 'offered', null), move('a', 'won', null, 2)], stages)
  expect(idsIn(shown, 'won')).toEqual(['a'])
  expect(shown.find(({ id }) => id === 'a')).toMatchObject({ status: 'won', version: 3 })
})

test('a pending move is ignored once the server has a newer version', () => {
  const confirmed = withFreshCards(board, ['a'], [card('a', 'offered', '2', { version: 2 })]).cards
  expect(withMoves(confirmed, [move('a', 'won', null)], stages)).toEqual(confirmed)
  expect(idsIn(confirmed, 'offered')).toEqual(['c', 'a'])
})

test('rolling a move back removes it from the pending moves', () => {
  expect(withMoves(cards, [], stages)).toEqual(cards)
})

test('an id without a fresh row is removed from the board, and an older response does not replace a newer row', () => {
  expect(withFreshCards(board, ['c'], []).cards.map(({ id }) => id)).toEqual(['a', 'b'])
  const newer = withFreshCards(board, ['a'], [card('a', 'won', '1', { version: 5 })])
  const older = withFreshCards(newer, ['a'], [card('a', 'offered', '1', { version: 4 })])
  expect(idsIn(older.cards, 'won')).toEqual(['a'])
})

test('a column is loaded by pages, and a partial page is its last one', () => {
  const first = withPage({ cards: [], ends: {} }, [card('a', 'new', '1'), card('b', 'new', '2')], 2)
  expect(first.ends).toEqual({ new: '2' })
  const next = withPage(first, [card('d', 'new', '3')], 2, 'new')
  expect(next.ends).toEqual({})
  expect(idsIn(next.cards, 'new')).toEqual(['a', 'b', 'd'])
})

test('an opportunity ranked below the loaded part of a column is not added until its page is loaded', () => {
  const first = withPage({ cards: [], ends: {} }, [card('a', 'new', '1'), card('b', 'new', '5')], 2)
  const fresh = [card('near', 'new', '3'), card('far', 'new', '7')]
  expect(idsIn(withFreshCards(first, ['near', 'far'], fresh).cards, 'new')).toEqual(['a', 'near', 'b'])
})

test('column totals include a pending move', () => {
  const shown = withMoves(cards, [move('a', 'won', null)], stages)
  const totals = new Map([['new', { cards: 700, sum_agorot: 9_000_000, weighted_agorot: 900_000 }]])
  const after = totalsAfter(totals, cards, shown, [...stages.slice(0, 2), { ...stages[2]!, probability: 100 }])
  expect(after.get('new')).toEqual({ cards: 699, sum_agorot: 8_900_000, weighted_agorot: 890_000 })
  expect(after.get('won')).toEqual({ ...noTotals, cards: 1, sum_agorot: 100_000, weighted_agorot: 100_000 })
})

const point = (kind: 'phone' | 'email', value_norm: string, is_primary = false) => ({ kind, value_norm, is_primary })

test('the phone number is the primary one, otherwise the first, otherwise undefined', () => {
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

test.each([
  ['ליווי משפחתי – נועה', 'נועה לוי', 'ליווי משפחתי'],
  ['ליווי משפחתי – שרה', 'שָׂרָה לוי', 'ליווי משפחתי'],
  ['ליווי משפחתי – נועה לוי', 'נועה לוי', 'ליווי משפחתי'],
  ['ליווי משפחתי – ליאת ושגיא', 'ליאת לוי', 'ליווי משפחתי – ליאת ושגיא'],
  ['סדנה – מחזור אביב', 'נועה לוי', 'סדנה – מחזור אביב'],
  ['חידוש', 'נועה לוי', 'חידוש'],
  ['נועה לוי', 'נועה לוי', ''],
])('the subject of %j with the contact %j is %j', (name, full_name, subject) => {
  expect(subjectOf({ name, contact: { ...card('1', 'new', 'a').contact, full_name } })).toBe(subject)
})
