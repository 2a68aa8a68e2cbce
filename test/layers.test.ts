import { expect, test } from 'vitest'
import { filesBelow, importsOf, isTest, isTypeScript } from './source.ts'

// Imports only go down, and siblings of a layer never import each other. A platform module is imported whole, a feature only through its contract.
const layers = [['lib'], ['kernel', 'client', 'integrations', 'ui'], ['platform'], ['features'], ['web'], ['server']]
const layerOf = (folder: string) => layers.findIndex((folders) => folders.includes(folder))

const files = filesBelow('src', (path) => isTypeScript(path) && !isTest(path))
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const folderOf = (path: string) => path.split('/')[1]!
const moduleOf = (path: string) => path.split('/')[2]!

test('every folder of src belongs to a layer', () => {
  expect(files.filter((file) => layerOf(folderOf(file)) < 0)).toEqual([])
})

test('imports only go down the layers, and siblings never import each other', () => {
  const wrong = eachImport(
    (from, to) => folderOf(from) !== folderOf(to) && layerOf(folderOf(to)) >= layerOf(folderOf(from)),
  )
  expect(wrong, 'move what both need one layer down, or hand it in as an argument').toEqual([])
})

test('a feature imports only the contract of another feature', () => {
  const wrong = eachImport(
    (from, to) =>
      folderOf(from) === 'features' &&
      folderOf(to) === 'features' &&
      moduleOf(from) !== moduleOf(to) &&
      !from.endsWith('.seed.ts') &&
      to !== `src/features/${moduleOf(to)}/${moduleOf(to)}.ts`,
  )
  expect(wrong, 'import #features/<module>/<module>.ts, or put the screen of several modules into web/').toEqual([])
})

test('the role of a file inside a module determines its allowed imports', () => {
  const forbidden: [RegExp, RegExp][] = [
    // contracts are loaded by the browser and have no side effects
    [
      /^src\/(?:platform|features)\/([^/]+)\/\1\.ts$/,
      /^src\/(ui|client|kernel)\/|\.(server|data|seed)\.ts$|\.tsx$|^(node:|pg$|fastify)/,
    ],
    [/^src\/(platform|features)\/.*\.server\.ts$/, /^src\/(ui|client)\/|\.tsx$|\.data\.ts$/],
    [/^src\/(platform|features)\/.*\.(data\.ts|tsx)$/, /^src\/kernel\/|\.server\.ts$|^(node:|pg$|fastify)/],
    [/^src\/web\/(?!entry-server|mail)/, /\.server\.ts$|^(pg$|fastify)/],
  ]
  const wrong = eachImport((from, to) => forbidden.some(([file, banned]) => file.test(from) && banned.test(to)), true)
  expect(wrong, 'see ARCHITECTURE.md: contract, server, data, page').toEqual([])
})

test('only render-static.tsx imports react-dom/server', () => {
  const wrong = eachImport(
    (from, to) => to.startsWith('react-dom/server') && from !== 'src/web/render-static.tsx',
    true,
  )
  expect(wrong, 'call renderStatic of src/web/render-static.tsx').toEqual([])
})

test('there are no circular imports between files, types included', () => {
  expect(circles(files, (file) => imports.get(file) ?? [])).toEqual([])
})

// Seeds are excluded: demo rows of two modules refer to each other.
test('there are no circular imports between folders', () => {
  const targets = new Map<string, Set<string>>()
  for (const from of files.filter((file) => !file.endsWith('.seed.ts')))
    for (const to of imports.get(from)!) {
      if (!to.startsWith('src/') || nodeOf(from) === nodeOf(to)) continue
      targets.set(nodeOf(from), (targets.get(nodeOf(from)) ?? new Set()).add(nodeOf(to)))
    }
  expect(circles([...targets.keys()].sort(), (folder) => [...(targets.get(folder) ?? [])].sort())).toEqual([])
})

test('conformance and end-to-end tests import nothing from src', () => {
  const outside = [...filesBelow('conformance', isTypeScript), ...filesBelow('e2e', isTypeScript)]
  expect(outside.filter((file) => importsOf(file).some((to) => to.startsWith('src/')))).toEqual([])
})

/** The folder that counts as one node: a module, a folder of web/crm, a folder of another layer. A file outside of these is a node. */
function nodeOf(path: string): string {
  const folders = path.split('/').slice(1, -1)
  const depth = folders[0] === 'web' && folders[1] === 'crm' ? 3 : 2
  return folders.length < depth ? path : folders.slice(0, depth).join('/')
}

function eachImport(isWrong: (from: string, to: string) => boolean, packagesToo = false): string[] {
  return files.flatMap((from) =>
    imports
      .get(from)!
      .filter((to) => (packagesToo || to.startsWith('src/')) && isWrong(from, to))
      .map((to) => `${from} → ${to}`),
  )
}

function circles(nodes: readonly string[], next: (node: string) => readonly string[]): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (node: string, trail: string[]) => {
    const at = trail.indexOf(node)
    if (at >= 0) return void found.push([...trail.slice(at), node].join(' → '))
    if (done.has(node)) return
    for (const to of next(node)) walk(to, [...trail, node])
    done.add(node)
  }
  for (const node of nodes) walk(node, [])
  return found
}
