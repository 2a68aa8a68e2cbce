import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDiskCache } from './disk-cache.ts'

const folders: string[] = []
const newFolder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'cache-')))
  return folders.at(-1)!
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

const ten = Buffer.alloc(10, 1)

test('the cache stays below its size limit by evicting the least recently used file', async () => {
  const folder = newFolder()
  const cache = await openDiskCache(folder, 30)
  for (const name of ['a', 'b', 'c']) await cache.write(name, ten)
  expect(await cache.read('a')).toEqual(ten)
  await cache.write('d', ten)
  expect(await cache.read('b')).toBeUndefined()
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'c', 'd'])
  await cache.write('too large for all', Buffer.alloc(31))
  expect(readdirSync(folder)).toEqual([])
})

test('after a restart the cached files and their last-used order are restored', async () => {
  const folder = newFolder()
  const before = await openDiskCache(folder, 30)
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    await before.write(name, ten)
    utimesSync(join(folder, name), 1000 + i, 1000 + i)
  }
  await before.read('a')
  const after = await openDiskCache(folder, 30)
  await after.write('d', ten)
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'c', 'd'])
  // a and d were used today, c in 1970.
  expect(await after.prune()).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'd'])
})

test('a file deleted by another process does not count towards the size', async () => {
  const folder = newFolder()
  const cache = await openDiskCache(folder, 20)
  await cache.write('a', ten)
  rmSync(join(folder, 'a'))
  expect(await cache.read('a')).toBeUndefined()
  await cache.write('b', ten)
  await cache.write('c', ten)
  expect(readdirSync(folder).toSorted()).toEqual(['b', 'c'])
})

test('a file that another process deletes during startup is skipped', async () => {
  const folder = newFolder()
  symlinkSync('nowhere', join(folder, 'gone'))
  expect(await (await openDiskCache(folder, 30)).read('gone')).toBeUndefined()
})
