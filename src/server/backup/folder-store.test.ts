import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { folderStore } from './folder-store.ts'

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'folder-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a stored object is returned, and a missing one is undefined', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'base'))
  writeFileSync(join(folder, 'base', 'one'), 'content')
  const store = folderStore(folder)
  expect(await text((await store.get('base/one'))!)).toBe('content')
  expect(await store.get('base/two')).toBeUndefined()
  expect(await store.list('base/')).toMatchObject([{ name: 'base/one', size: 7 }])
  expect(await store.list('dumps/')).toEqual([])
})

test('an object or a folder that the share fails to open is an error, and is not reported as missing', async () => {
  const folder = makeFolder()
  // Links to themselves fail for every user, unlike files without rights.
  for (const name of ['object', 'base']) symlinkSync(name, join(folder, name))
  const store = folderStore(folder)
  await expect(store.get('object')).rejects.toThrow('ELOOP')
  await expect(store.list('base/')).rejects.toThrow('ELOOP')
})

test('an operation that hangs is rejected at the timeout, and every other one is refused until it ends', async () => {
  const folder = makeFolder()
  // Opening a FIFO for reading blocks until a writer opens it.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const answer = () => closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK))
  const store = folderStore(folder, { limitMs: 2_000 })
  const content = () => Readable.from([Buffer.from('content')])
  try {
    await expect(text((await store.get('pipe'))!)).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(store.put('one', content())).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(store.list('')).rejects.toMatchObject({ name: 'TimeoutError' })
  } finally {
    answer()
  }
  await eventually(() => store.put('one', content()))
  expect(await text((await store.get('one'))!)).toBe('content')
})

test('of two concurrent writes of one object both complete, and the later one is read', async () => {
  const folder = makeFolder()
  const store = folderStore(folder)
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slowly() {
    yield Buffer.from('the first ')
    begun.resolve()
    await end.promise
    yield Buffer.from('one')
  }
  const first = store.put('blob', Readable.from(slowly()))
  await begun.promise
  await store.put('blob', Readable.from([Buffer.from('another')]))
  expect(await text((await store.get('blob'))!)).toBe('another')
  end.resolve()
  await first
  expect(await text((await store.get('blob'))!)).toBe('the first one')
  expect(readdirSync(folder)).toEqual(['blob'])
})

test('a failed put destroys its source stream, so that no file remains open', async () => {
  const source = Readable.from(['content'])
  await expect(folderStore(join(makeFolder(), 'away')).put('one', source)).rejects.toThrow('ENOENT')
  expect(source.destroyed).toBe(true)
})
