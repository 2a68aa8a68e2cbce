import { afterEach, expect, test, vi } from 'vitest'
import { changeBuffer, CHANGES_EVERY_MS, type RowChange } from '#client/change-buffer.ts'
import type { Opportunity } from '../opportunities.ts'
import { connectionLost, opportunityBurst, opportunityNotices } from './opportunity-notices.ts'

afterEach(() => vi.useRealTimers())

const stageName = (id: string) => ({ s1: 'פנייה חדשה', s2: 'נוצר קשר', s3: 'נקבעה שיחת היכרות' })[id]
const row = (id: string, more: Partial<Opportunity> = {}): Partial<Opportunity> => ({
  id,
  name: `ליווי ${id}`,
  stage_id: 's1',
  rank: 'a',
  version: 1,
  deleted_at: null,
  ...more,
})
const created = (id: string): RowChange<Opportunity> => ({
  eventType: 'INSERT',
  table: 'opportunities',
  new: row(id),
  old: {},
})
const deleted = (id: string): RowChange<Opportunity> => ({
  eventType: 'DELETE',
  table: 'opportunities',
  new: {},
  old: row(id),
})
const changed = (id: string, from: Partial<Opportunity>, to: Partial<Opportunity>): RowChange<Opportunity> => ({
  eventType: 'UPDATE',
  table: 'opportunities',
  new: row(id, to),
  old: row(id, from),
})
const moved = (id: string, from: string, to: string) => changed(id, { stage_id: from }, { stage_id: to, version: 2 })
/** The texts without bidi isolation characters. */
const texts = (changes: RowChange<Opportunity>[], burst = opportunityBurst(2_500)) => {
  changes.forEach(burst.add)
  return opportunityNotices(burst.changes(), stageName).map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''))
}
const netsOf = (changes: RowChange<Opportunity>[]) => {
  const burst = opportunityBurst(2_500)
  changes.forEach(burst.add)
  return burst.changes()
}

test('a single change is announced by name', () => {
  expect(texts([created('א')])).toEqual(['נוצרה הזדמנות חדשה: ליווי א'])
  expect(texts([moved('א', 's1', 's2')])).toEqual(['ההזדמנות ליווי א עברה לשלב נוצר קשר'])
  expect(texts([deleted('א')])).toEqual(['ההזדמנות ליווי א נמחקה'])
  expect(texts([changed('א', { deleted_at: null }, { deleted_at: '2026-11-20T10:00:00+00:00' })])).toEqual([
    'ההזדמנות ליווי א נמחקה',
  ])
})

test('a name with bidi characters cannot reorder the text of the toast', () => {
  const [notice] = opportunityNotices(netsOf([{ ...created('א'), new: row('א', { name: 'Dana (x)' }) }]), stageName)
  expect(notice!.text).toBe('נוצרה הזדמנות חדשה: \u2068Dana (x)\u2069')
})

test('several changes of one kind are counted', () => {
  expect(texts([created('א'), created('ב')])).toEqual(['שתי הזדמנויות חדשות'])
  expect(texts([moved('א', 's1', 's2'), changed('ב', {}, { amount_agorot: 100 })])).toEqual(['שתי הזדמנויות עודכנו'])
  expect(texts([deleted('א'), deleted('ב'), deleted('ג')])).toEqual(['3 הזדמנויות נמחקו'])
})

test('forty opportunities moved to the bin are counted as forty deleted, regardless of the capacity of the buffer', () => {
  vi.useFakeTimers()
  const burst = opportunityBurst(CHANGES_EVERY_MS + 500)
  const delivered: string[][] = []
  const buffer = changeBuffer<Opportunity>({
    deliver: ({ changes }) => delivered.push(texts(changes, burst)),
    onDrop: burst.add,
    isReduced: () => false,
  })
  const bin = (id: number) =>
    buffer.add(changed(`${id}`, { deleted_at: null }, { deleted_at: '2026-11-20T10:00:00+00:00', version: 2 }))
  for (let id = 0; id < 3; id += 1) bin(id)
  vi.advanceTimersByTime(0)
  for (let id = 3; id < 40; id += 1) bin(id)
  vi.advanceTimersByTime(CHANGES_EVERY_MS)
  expect(delivered).toEqual([['3 הזדמנויות נמחקו'], ['40 הזדמנויות נמחקו']])
})

test('an opportunity whose first change was dropped is counted once', () => {
  const burst = opportunityBurst(2_500)
  burst.add(moved('א', 's1', 's2'))
  burst.add(changed('ב', { rank: 'a' }, { rank: 'b' }))
  expect(texts([moved('א', 's2', 's3'), created('ג')], burst)).toEqual([
    'נוצרה הזדמנות חדשה: ליווי ג',
    'ההזדמנות ליווי א עברה לשלב נקבעה שיחת היכרות',
  ])
})

test('the count restarts after a pause', () => {
  let at = 0
  const burst = opportunityBurst(2_500, () => at)
  expect(texts([deleted('א'), deleted('ב')], burst)).toEqual(['שתי הזדמנויות נמחקו'])
  at = 2_501
  expect(texts([deleted('ג')], burst)).toEqual(['ההזדמנות ליווי ג נמחקה'])
})

test('an opportunity that changes twice is announced once, by its final state', () => {
  expect(texts([moved('א', 's1', 's2'), moved('א', 's2', 's3')])).toEqual([
    'ההזדמנות ליווי א עברה לשלב נקבעה שיחת היכרות',
  ])
  expect(texts([moved('א', 's1', 's2'), moved('א', 's2', 's1')])).toEqual([])
  expect(texts([created('א'), moved('א', 's1', 's2')])).toEqual(['נוצרה הזדמנות חדשה: ליווי א'])
  expect(texts([created('א'), deleted('א')])).toEqual([])
})

test('reordering within a column and changes of internal database columns are not announced', () => {
  expect(texts([changed('א', { rank: 'a' }, { rank: 'b', version: 2 })])).toEqual([])
  expect(texts([changed('א', { next_step_at: null }, { next_step_at: '2026-11-20T10:00:00+00:00' })])).toEqual([])
})

test('an edit without a move is announced as an update', () => {
  expect(texts([changed('א', { amount_agorot: 0 }, { amount_agorot: 774_000 })])).toEqual(['הזדמנות אחת עודכנה'])
})

test('changes made on this screen are not announced', () => {
  expect(
    opportunityNotices(netsOf([moved('א', 's1', 's2'), created('ב')]), stageName, (one) => one.id === 'א'),
  ).toMatchObject([{ kind: 'created' }])
})

test('spec §8: a lost connection is announced after the last reconnect attempt', () => {
  expect(connectionLost).toBe('החיבור בזמן אמת נותק. רעננו את העמוד כדי להמשיך לקבל עדכונים')
})
