import { expect, test } from 'vitest'
import { filesBelow, importsOf, isTest, isTypeScript } from './source.ts'

// Imports only go down. Siblings of a layer never import each other; of another module only its contract is imported.
const layers = [['lib'], ['kernel', 'client', 'integrations', 'ui'], ['features'], ['web'], ['server']]
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

test('a module imports only the contract of another module', () => {
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

test('the role of a file inside a module decides what it may import', () => {
  const forbidden: [RegExp, RegExp][] = [
    // contracts reach the browser and have no side effects
    [/features\/([^/]+)\/\1\.ts$/, /^src\/(ui|client|kernel)\/|\.(server|data|seed)\.ts$|\.tsx$|^(node:|pg$|fastify)/],
    [/features\/.*\.server\.ts$/, /^src\/(ui|client)\/|\.tsx$|\.data\.ts$/],
    [/features\/.*\.(data\.ts|tsx)$/, /^src\/kernel\/|\.server\.ts$|^(node:|pg$|fastify)/],
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

test('there are no circular imports, types included', () => {
  expect(circles()).toEqual([])
})

test('conformance and end-to-end tests import nothing from src', () => {
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
