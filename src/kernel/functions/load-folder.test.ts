import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadFunctions } from './load-folder.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function folderWith(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'functions-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('each file of the folder is a function, named after the file or its folder', async () => {
  const folder = folderWith({
    'hello.mjs': `export default () => new Response('hello')`,
    'public/index.mjs': `export default { verify: false, methods: ['GET'], fetch: () => new Response('ok') }`,
    '_words/words.mjs': `export const words = 'not a function'`,
    'hello.test.mjs': `throw new Error('not a function')`,
    'notes.txt': 'not a function',
  })
  const functions = await loadFunctions(folder)
  expect(functions.map(({ name, caller, verify, methods }) => ({ name, caller, verify, methods }))).toEqual([
    { name: 'hello', caller: 'anyone', verify: undefined, methods: undefined },
    { name: 'public', caller: 'anyone', verify: false, methods: ['GET'] },
  ])
})

test.each([
  ['exports nothing', { 'a.mjs': '' }, /neither a function/],
  ['does not load', { 'a.mjs': `throw new Error('no key')` }, /no key/],
  ['has a name that is invalid in a URL', { 'A b.mjs': 'export default () => new Response()' }, /Not a name/],
])('a file that %s aborts the start with its name', async (_, files, reason) => {
  await expect(loadFunctions(folderWith(files))).rejects.toThrow(reason)
})

test('a missing folder aborts the start', async () => {
  await expect(loadFunctions('/no/such/folder')).rejects.toThrow('does not exist')
})
