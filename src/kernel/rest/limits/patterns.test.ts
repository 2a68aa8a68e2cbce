import { expect, test } from 'vitest'
import { isCheapPattern } from './patterns.ts'

test.each(['^[EJ]', 'H$', 'a.*b', '^(כהן|לוי)$', '\\d+-\\d+', '\\(x\\)', '{^A,B$}', '"a","b"'])(
  'a pattern whose cost its length bounds is allowed: %s',
  (pattern) => expect(isCheapPattern(pattern)).toBe(true),
)

test.each([
  '((x+x+)+y)+(.{0,150}){0,150}',
  '(x+x+)+y',
  '(a*)*',
  '(a) *',
  '.{0,255}',
  '{.{0,255},a}',
  '(a|b)\\1',
  '(?=a)b',
  '***:(?=a)b',
  'x'.repeat(201),
])('a pattern that could take seconds is refused: %s', (pattern) => expect(isCheapPattern(pattern)).toBe(false))
