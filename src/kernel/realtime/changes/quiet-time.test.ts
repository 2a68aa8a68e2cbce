import { expect, test } from 'vitest'
import { createQuietTime } from './quiet-time.ts'

test('the quiet time of a table starts at its last change or at the start of the feed, whichever is later', () => {
  let now = 1_000
  const quiet = createQuietTime(() => now)
  const [tasks, tags] = [
    { schema: 'public', table: 'tasks' },
    { schema: 'public', table: 'tags' },
  ]
  expect(quiet.of([tasks])).toBe(0)
  quiet.start()
  now += 50
  quiet.note(tags)
  now += 20
  quiet.start()
  expect(quiet.of([tasks])).toBe(70)
  expect(quiet.of([tags])).toBe(20)
  expect(quiet.of([tasks, tags])).toBe(20)
  expect(quiet.of([{ schema: 'public', table: '*' }])).toBe(20)
  expect(quiet.of([{ schema: 'private', table: '*' }])).toBe(70)
  quiet.clear()
  expect(quiet.of([tasks])).toBe(0)
})
