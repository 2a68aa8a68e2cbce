import { expect, test } from 'vitest'
import { mergeSlots } from './free-days.ts'
import { freeSlotsOf } from './slot-search.ts'

const search = { typeId: 'type', minutes: 25, zone: 'Asia/Jerusalem' }
const answer = (starts: readonly string[]) => ({
  generatedAt: '2026-11-29T06:00Z',
  days: [{ day: '2026-12-01', starts }],
})

test('a refresh replaces the slots of the last day, which the range covers partly', () => {
  const span = { ...search, from: Date.parse('2026-11-30T00:00Z'), until: Date.parse('2026-12-01T08:00Z') }
  const shown = freeSlotsOf(answer(['2026-12-01T07:00Z', '2026-12-01T07:30Z', '2026-12-01T09:00Z']), span)
  const { starts } = mergeSlots(shown, freeSlotsOf(answer(['2026-12-01T07:30Z', '2026-12-01T09:30Z']), span))
  expect(starts).toEqual([Date.parse('2026-12-01T07:30Z')])
})
