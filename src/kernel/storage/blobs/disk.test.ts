import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { blobPath } from './blobs.ts'
import { blobsOnDisk } from './disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'disk-'))
afterAll(() => rmSync(folder, { recursive: true }))
const store = await blobsOnDisk(folder)

test('a disk error is not reported as a missing blob', async () => {
  mkdirSync(join(folder, 'objects', '22'), { recursive: true })
  symlinkSync('22-loop', join(folder, blobPath('22-loop')))
  await expect(store.read('22-loop', { start: 0, end: 1 })).rejects.toThrow('ELOOP')
  unlinkSync(join(folder, blobPath('22-loop')))
  expect(await store.read('22-loop', { start: 0, end: 1 })).toBeUndefined()
})
