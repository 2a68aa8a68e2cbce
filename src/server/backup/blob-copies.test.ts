import { expect, test } from 'vitest'
import type { BackupStore } from './backup-store.ts'
import { openBlobCopier } from './blob-copies.ts'

test('while a share hangs, later copies of files end at once, and they begin again when it answers', async () => {
  const lists: PromiseWithResolvers<[]>[] = []
  const store = {
    list: () => {
      lists.push(Promise.withResolvers<[]>())
      return lists.at(-1)!.promise
    },
  } as unknown as BackupStore
  const errors: unknown[] = []
  const copy = openBlobCopier({
    storageFolder: '/nonexistent',
    store,
    envelope: {} as never,
    onError: (error) => void errors.push(error),
  })
  const first = copy()
  await copy()
  expect(lists).toHaveLength(1)

  lists[0]!.reject(new Error('The share is away'))
  await first
  expect(errors).toEqual([new Error('The share is away')])
  const next = copy()
  expect(lists).toHaveLength(2)
  lists[1]!.resolve([])
  await next
})
