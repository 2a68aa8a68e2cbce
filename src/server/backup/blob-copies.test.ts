import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import type { BackupStore } from './backup-store.ts'
import { copyBlobs, openBlobCopier } from './blob-copies.ts'

test('while a network share hangs, the job does not wait, and later copies are skipped until it responds', async () => {
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
  await eventually(() => expect(errors).toEqual([new Error('The share is away')]))
  await eventually(() => {
    copy()
    expect(lists).toHaveLength(2)
  })
  lists[1]!.resolve([])
})

test('a copy rejects when the share disconnects, and skips a deleted file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'blob-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'objects/ab/abcd')
  mkdirSync(join(folder, 'objects/ab'), { recursive: true })
  writeFileSync(path, 'content')
  const envelope = { close: async (plain: Readable) => plain, open: async (stored: Readable) => stored }
  const absent = (before = () => {}) => {
    const put = async (_name: string, source: Readable) => {
      before()
      source.on('error', () => {}).destroy()
      throw Object.assign(new Error('ENOENT: no such file or directory'), { code: 'ENOENT' })
    }
    return { list: async () => [], put } as unknown as BackupStore
  }
  await expect(copyBlobs(folder, absent(), envelope)).rejects.toThrow('ENOENT')
  const deleted = absent(() => rmSync(path))
  expect(await copyBlobs(folder, deleted, envelope)).toEqual([])
})
