import { expect, test } from 'vitest'
import { filesBelow, isTest, isTypeScript, text } from './source.ts'

test('every declared column shape is used by the row types, and is declared once', () => {
  const usedNames = new Set(
    [...text('src/client/database.types.ts').matchAll(/Shape<'([\w.]+)'/g)].map(([, name]) => name!),
  )
  const declared = filesBelow('src', (path) => isTypeScript(path) && !isTest(path)).flatMap((path) =>
    [...text(path).matchAll(/ {2}interface ColumnShapes \{\n([^]*?)\n {2}\}/g)].flatMap(([, members]) =>
      [...members!.matchAll(/^ {4}'?([\w.]+)'?: /gm)].map(([, name]) => name!),
    ),
  )
  expect(declared.length).toBeGreaterThan(0)
  expect(declared.filter((name, i) => !usedNames.has(name) || declared.indexOf(name) !== i)).toEqual([])
})
