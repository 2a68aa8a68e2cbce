import { expect, test } from 'vitest'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { requireUpdated, staleOrGone } from './edit-conflict.ts'

const stale = Object.assign(new Error('changed_meanwhile'), { code: 'PT409' })

test('an update of a row that has a newer version is refused as stale', async () => {
  expect(await staleOrGone(Promise.resolve({ data: { id: 'a' } }), stale)).toBe(stale)
})

test('an update of a deleted row is refused with row_gone, not as stale', async () => {
  const error = await staleOrGone(Promise.resolve({ data: null }), stale)
  expect(refusalCode(error)).toBe('row_gone')
  expect(refusalText(error)).toBe('זה כבר נמחק. אפשר להעתיק מכאן את מה שכתבתם')
})

test('an update that matched a row passes, and one that matched none is refused with stale_version or row_gone', async () => {
  const [found, gone] = [Promise.resolve({ data: { id: 'a' } }), Promise.resolve({ data: null })]
  await requireUpdated([{ id: 'a' }], gone)
  await expect(requireUpdated([], found)).rejects.toMatchObject({ code: 'stale_version' })
  await expect(requireUpdated([], gone)).rejects.toMatchObject({ message: 'row_gone' })
})
