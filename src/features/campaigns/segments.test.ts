import { expect, test } from 'vitest'
import { isSameSegment, segmentOf } from './segments.ts'

const me = '3f0c4f6a-6f5c-4c1e-9d2c-0d6c5f7a1b2c'
const view = (search: string, name = 'לקוחות שלי') => ({ id: me, name, query: { search } })

test('the conditions of a view become a segment, with the user id in place of "mine"', () => {
  expect(segmentOf(view('f=owner:is:me,none&f=or&f=tag:not:x&sort=name'), me)).toEqual({
    viewId: me,
    name: 'לקוחות שלי',
    groups: [[{ field: 'owner', op: 'is', values: [me, 'none'] }], [{ field: 'tag', op: 'not', values: ['x'] }]],
  })
})

test('the value "me" of another field is not replaced', () => {
  expect(segmentOf(view('f=source:is:me'), me)).toMatchObject({ groups: [[{ values: ['me'] }]] })
})

test('a view with a text search, or without conditions, cannot be a segment', () => {
  expect(segmentOf(view('f=owner:is:me&q=כהן'), me)).toBe('has_words')
  expect(segmentOf(view('sort=name'), me)).toBe('has_no_conditions')
})

test('segments are compared by their conditions, not by their names', () => {
  const [one, renamed, other] = ['f=has:is:phone', 'f=has:is:phone', 'f=has:is:email'].map((search, i) =>
    segmentOf(view(search, `תצוגה ${i}`), me),
  )
  if (typeof one !== 'object' || typeof renamed !== 'object' || typeof other !== 'object') throw new Error('no segment')
  expect([isSameSegment(one, renamed), isSameSegment(one, other)]).toEqual([true, false])
})
