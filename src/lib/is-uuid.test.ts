import { expect, test } from 'vitest'
import { isUuid } from './is-uuid.ts'
import { seedId } from './seed-id.ts'

test('ids of the database and of seeds are UUIDs, in upper or lower case', () => {
  const id = crypto.randomUUID()
  expect([id, id.toUpperCase(), seedId(12, 7)].map(isUuid)).toEqual([true, true, true])
})

test('a word, a part of an id, and an id with surrounding characters are not UUIDs', () => {
  const id = crypto.randomUUID()
  expect(['', 'log', 'abc', id.slice(1), `${id}/x`, ` ${id}`, id.replace(/^./, 'g')].filter(isUuid)).toEqual([])
})
