import { expect, test } from 'vitest'
import type { CustomValues } from './fields.ts'
import { changedFields, saveFields, type WithFields } from './save-fields.ts'

class Stale extends Error {
  readonly theirs: WithFields | null
  constructor(theirs: WithFields | null) {
    super('stale_version')
    this.theirs = theirs
  }
}

/** A record with concurrent writers; null once deleted. */
function keep(custom: CustomValues) {
  const seen: WithFields = { version: 1, custom }
  let now: WithFields | null = seen
  return {
    seen,
    now: () => now?.custom,
    write: (next: CustomValues | null) =>
      void (now = next && { ...seen, version: (now?.version ?? 0) + 1, custom: next }),
    save: async ({ version }: WithFields, next: CustomValues) => {
      if (now?.version !== version) throw new Stale(now)
      now = { ...now, version: version + 1, custom: next }
    },
  }
}

test('only values that differ from the loaded record are sent; emptied values are removed', async () => {
  const record = keep({ income: 9_000, tags: ['a'], city: 'חיפה' })
  const changes = changedFields(record.seen.custom, { income: 9_500, tags: ['a'], city: null, phone: null })
  expect(changes).toEqual({ income: 9_500, city: null })
  expect(await saveFields(record.seen, changes, record.save)).toEqual({ isSaved: true })
  expect(record.now()).toEqual({ income: 9_500, tags: ['a'] })
})

test('a concurrent change of another field is merged', async () => {
  const record = keep({ income: 9_000, city: 'חיפה' })
  record.write({ income: 9_000, city: 'עכו' })
  expect(await saveFields(record.seen, { income: 9_500 }, record.save)).toEqual({ isSaved: true })
  expect(record.now()).toEqual({ income: 9_500, city: 'עכו' })
})

test('a concurrent change of the same field is reported first and overwritten only on a second save', async () => {
  const record = keep({ income: 9_000, city: 'חיפה' })
  record.write({ income: 8_000, city: 'חיפה' })
  const result = await saveFields(record.seen, { income: 9_500 }, record.save)
  expect(result).toMatchObject({ isSaved: false, changed: ['income'], seen: { custom: { income: 8_000 } } })
  expect(record.now()).toEqual({ income: 8_000, city: 'חיפה' })
  if (!('seen' in result)) throw new Error('no conflict was reported')
  expect(await saveFields(result.seen, { income: 9_500 }, record.save)).toEqual({ isSaved: true })
  expect(record.now()).toEqual({ income: 9_500, city: 'חיפה' })
})

test('a deleted record is reported as deleted, and other refusals are rethrown', async () => {
  const record = keep({ income: 9_000 })
  record.write(null)
  expect(await saveFields(record.seen, { income: 1 }, record.save)).toEqual({ isGone: true })
  const cut = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(saveFields(record.seen, { income: 1 }, cut)).rejects.toThrow('Failed to fetch')
})
