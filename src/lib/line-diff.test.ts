import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

test('a rewritten line is shown as removed, then added; unchanged lines stay', () => {
  expect(lineDiff('א\nב\nג', 'א\nבב\nג\nד')).toEqual([
    { what: 'same', line: 'א' },
    { what: 'removed', line: 'ב' },
    { what: 'added', line: 'בב' },
    { what: 'same', line: 'ג' },
    { what: 'added', line: 'ד' },
  ])
})

test('removed and unchanged lines form the old text, added and unchanged lines the new one', () => {
  const text = fc
    .array(fc.constantFrom('א', 'ב', 'ג', ''), { minLength: 1, maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = lineDiff(before, after)
      const without = (left: string) =>
        changes
          .filter(({ what }) => what !== left)
          .map(({ line }) => line)
          .join('\n')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

test('texts of thousands of lines are compared without quadratic cost', () => {
  const lines = (from: number) => Array.from({ length: 5000 }, (_, i) => String(from + i)).join('\n')
  expect(lineDiff(lines(0), lines(1))).toHaveLength(10_000)
})
