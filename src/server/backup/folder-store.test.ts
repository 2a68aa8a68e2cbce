import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { folderStore } from './folder-store.ts'

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'folder-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('an object is read, and a missing one is absent', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'base'))
  writeFileSync(join(folder, 'base', 'one'), 'content')
  const store = folderStore(folder)
  expect(await text((await store.get('base/one'))!)).toBe('content')
  expect(await store.get('base/two')).toBeUndefined()
  expect(await store.list('base/')).toMatchObject([{ name: 'base/one', size: 7 }])
  expect(await store.list('dumps/')).toEqual([])
})

test('an object or a folder that the share fails to open is an error, and not absent', async () => {
  const folder = makeFolder()
  // Links to themselves fail for every user, unlike files without rights.
  for (const name of ['object', 'base']) symlinkSync(name, join(folder, name))
  const store = folderStore(folder)
  await expect(store.get('object')).rejects.toThrow('ELOOP')
  await expect(store.list('base/')).rejects.toThrow('ELOOP')
})
