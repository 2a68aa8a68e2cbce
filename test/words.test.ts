import { expect, test } from 'vitest'
import { filesBelow, isTest, isTypeScript, text } from './source.ts'

test('kernel, ui and lib contain no word of the product', () => {
  const pattern =
    /\b(maslul|contacts?|households?|opportunit(?:y|ies)|pipeline_stages|coach(?:es)?|leads|webinars?|launch(?:es)?|appointments?|crm)\b|(?<![.\w])portal\b|מסלול|הזדמנו|אנשי קשר/i
  const folders = ['src/kernel', 'src/ui', 'src/lib']
  const wrong = folders
    .flatMap((folder) => filesBelow(folder, (path) => /\.(tsx?|css|sql)$/.test(path) && !isTest(path)))
    .flatMap((file) => linesMatching(file, pattern))
  expect(wrong, 'hand the word in as an argument, or move the file up a layer').toEqual([])
})

test('only src/server/config.ts reads the environment', () => {
  const wrong = filesBelow('src', (path) => isTypeScript(path) && path !== 'src/server/config.ts')
    .filter((path) => !isTest(path))
    .flatMap((file) => linesMatching(file, /process\.env/))
  expect(wrong, 'read it in src/server/config.ts and hand it down').toEqual([])
})

test('types are not switched off, and nothing logs to the console', () => {
  const wrong = filesBelow('src', isTypeScript).flatMap((file) =>
    linesMatching(file, /@ts-(ignore|nocheck)|:\s*any\b|\bas any\b|<any>|console\.log\(/),
  )
  expect(wrong).toEqual([])
})

test('no screen has a date or time input of the browser, whose format follows the language of the browser', () => {
  const wrong = filesBelow('src', (path) => path.endsWith('.tsx') && !isTest(path)).flatMap((file) =>
    linesMatching(file, /^(?!.*Extract<).*\btype(=|: )["'{]+(date|time|datetime-local|month|week)["']/),
  )
  expect(wrong, 'use DayField or TimeField of src/ui/dates').toEqual([])
})

test('CSS uses logical properties', () => {
  const physical =
    /\b(margin|padding|border)-(left|right)\b|text-align:\s*(left|right)|(?<![-\w])(left|right):\s|float:\s*(left|right)/
  const wrong = filesBelow('src', (path) => path.endsWith('.css')).flatMap((file) =>
    linesMatching(file, physical).filter((line) => !line.includes('/* physical:')),
  )
  expect(wrong, 'use logical properties, or say why with a comment /* physical: … */ on the line').toEqual([])
})

test('files and folders have kebab-case names, and no catch-all names', () => {
  const drawer = /(^|[-/.])(utils?|helpers?|misc|common|shared|core|base|manager|service)([-/.]|$)/
  const allowed = ['src/kernel/README.md', 'src/ui/base.css']
  const wrong = filesBelow('src', (path) => !path.startsWith('src/ui/fonts/')).filter(
    (path) => !allowed.includes(path) && (/[A-Z_ ]/.test(path) || drawer.test(path.replace(/^src\//, ''))),
  )
  expect(wrong).toEqual([])
})

test('comments and names avoid ten words of literary English', () => {
  const pattern = /\b(whoever|somebody|nobody|everybody|meanwhile|told|tells|stands|stood|kept)\b/gi
  const files = ['src', 'test', 'e2e', 'conformance', 'bench', 'scripts']
    .flatMap((folder) => filesBelow(folder, (path) => /\.(tsx?|css|sql|mjs)$/.test(path)))
    .filter((path) => !exemptFiles.test(path))
    .map((path) => ({ path, lines: text(path).split('\n').length, hits: text(path).match(pattern)?.length ?? 0 }))
  const sum = (of: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + of(file), 0)
  const perThousandLines = (1000 * sum(({ hits }) => hits)) / sum(({ lines }) => lines)
  const densest = files
    .toSorted((a, b) => b.hits / b.lines - a.hits / a.lines)
    .slice(0, 20)
    .map(({ path, hits, lines }) => `${path}: ${hits} in ${lines} lines`)
  expect(perThousandLines, `use standard terms in:\n${densest.join('\n')}`).toBeLessThanOrEqual(1)
})

/** This test, and the quoted rules of the specification. */
const exemptFiles = /^test\/(words\.test\.ts$|rules\/)/

function linesMatching(file: string, pattern: RegExp): string[] {
  return text(file)
    .split('\n')
    .flatMap((line, i) => (pattern.test(line) ? `${file}:${i + 1} ${line.trim()}` : []))
}
