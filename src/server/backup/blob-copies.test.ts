import { expect, test, vi } from 'vitest'
import type { BackupStore } from './backup-store.ts'
import { openBlobCopier } from './blob-copies.ts'

test('the job does not wait while a share hangs, later copies do nothing, and they begin again when it answers', async () => {
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
  // Neither call returns a promise that a job could wait for.
  expect([copy(), copy()]).toEqual([undefined, undefined])
  expect(lists).toHaveLength(1)

  lists[0]!.reject(new Error('The share is away'))
  await vi.waitFor(() => expect(errors).toEqual([new Error('The share is away')]))
  await vi.waitFor(() => {
    copy()
    expect(lists).toHaveLength(2)
  })
  lists[1]!.resolve([])
})
