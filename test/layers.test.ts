import { expect, test } from 'vitest'
import { filesBelow, importsOf, isTest, isTypeScript } from './source.ts'

// Imports only go down. Rooms on one floor never see each other; of another noun only its contract is seen.
const floors = [['lib'], ['kernel', 'client', 'integrations', 'ui'], ['features'], ['web'], ['server']]
const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room))

const files = filesBelow('src', (path) => isTypeScript(path) && !isTest(path))
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const roomOf = (path: string) => path.split('/')[1]!
const nounOf = (path: string) => path.split('/')[2]!

test('every file stands in a room that the plan knows', () => {
  expect(files.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([])
})

test('imports only go down, and siblings never see each other', () => {
  const wrong = eachImport((from, to) => roomOf(from) !== roomOf(to) && floorOf(roomOf(to)) >= floorOf(roomOf(from)))
  expect(wrong, 'move what both need one floor down, or hand it in as an argument').toEqual([])
})

test('a noun sees another noun only through its contract', () => {
  const wrong = eachImport(
    (from, to) =>
      roomOf(from) === 'features' &&
      roomOf(to) === 'features' &&
      nounOf(from) !== nounOf(to) &&
      !from.endsWith('.seed.ts') &&
      to !== `src/features/${nounOf(to)}/${nounOf(to)}.ts`,
  )
  expect(wrong, 'import #features/<noun>/<noun>.ts, or put the screen of several nouns into web/').toEqual([])
})

test('inside a noun the role of a file decides what it may import', () => {
  const forbidden: [RegExp, RegExp][] = [
    // the contract does no work of its own and reaches the browser
    [/features\/([^/]+)\/\1\.ts$/, /^src\/(ui|client|kernel)\/|\.(server|data|seed)\.ts$|\.tsx$|^(node:|pg$|fastify)/],
    [/features\/.*\.server\.ts$/, /^src\/(ui|client)\/|\.tsx$|\.data\.ts$/],
    [/features\/.*\.(data\.ts|tsx)$/, /^src\/kernel\/|\.server\.ts$|^(node:|pg$|fastify)/],
    [/^src\/web\/(?!entry-server|mail)/, /\.server\.ts$|^(pg$|fastify)/],
  ]
  const wrong = eachImport((from, to) => forbidden.some(([file, banned]) => file.test(from) && banned.test(to)), true)
  expect(wrong, 'see ARCHITECTURE.md: contract, server, data, page').toEqual([])
})

test('React draws on the server only where pages and mails are drawn', () => {
  const wrong = eachImport(
    (from, to) => to.startsWith('react-dom/server') && from !== 'src/web/markup/drawn-by-react.tsx',
    true,
  )
  expect(wrong).toEqual([])
})

test('no circle of imports, types included', () => {
  expect(circles()).toEqual([])
})

test('conformance and end-to-end tests look at the product from outside', () => {
  const outside = [...filesBelow('conformance', isTypeScript), ...filesBelow('e2e', isTypeScript)]
  expect(outside.filter((file) => importsOf(file).some((to) => to.startsWith('src/')))).toEqual([])
})

function eachImport(isWrong: (from: string, to: string) => boolean, packagesToo = false): string[] {
  return files.flatMap((from) =>
    imports
      .get(from)!
      .filter((to) => (packagesToo || to.startsWith('src/')) && isWrong(from, to))
      .map((to) => `${from} → ${to}`),
  )
}

function circles(): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, trail: string[]) => {
    const at = trail.indexOf(file)
    if (at >= 0) return void found.push([...trail.slice(at), file].join(' → '))
    if (done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  return found
}
