import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeHashed } from './write-hashed.ts'

test('a large file is synced in portions, so that no sync takes a slow share too long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'write-hashed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'archive')
  const handle = await open(path, 'w')
  await handle.close()
  const datasync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync')
  onTestFinished(() => datasync.mockRestore())
  const content = Readable.from(['one', 'two', 'three', 'four'].map((text) => Buffer.from(text)))
  expect(await writeHashed(path, content, undefined, 5)).toMatchObject({ size: 15 })
  expect(readFileSync(path, 'utf8')).toBe('onetwothreefour')
  // After six bytes and after eleven.
  expect(datasync).toHaveBeenCalledTimes(2)
})
