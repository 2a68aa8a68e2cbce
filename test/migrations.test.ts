import { expect, test } from 'vitest'
import { schema } from '#server/migrations.ts'
import { filesBelow, text } from './source.ts'

const files = filesBelow('src', (path) => path.endsWith('.sql')).map((path) => path.replace(/^src\//, ''))

test('every .sql file is applied exactly once', () => {
  expect(
    [...schema.tables, ...schema.code].sort(),
    'add a tables file to src/server/migrations.ts, or name the file .functions.sql or .policies.sql',
  ).toEqual(files)
})

test('every function, trigger, view and policy is defined in exactly one place', () => {
  const defined = schema.code.concat(schema.tables).flatMap((file) =>
    [...text(`src/${file}`).matchAll(definition)].map(([, kind, name, rest]) => ({
      file,
      object:
        kind === 'policy' || kind === 'trigger'
          ? `${kind} ${name} on ${/\bon\s+([\w.]+)/.exec(rest!)?.[1]}`
          : `${kind} ${name}`,
    })),
  )
  const twice = Map.groupBy(defined, ({ object }) => object.toLowerCase())
  expect([...twice.values()].filter((places) => places.length > 1)).toEqual([])
  expect(defined.length).toBeGreaterThan(800)
})

test('no file redefines or removes an object of another file', () => {
  const redefining = files.filter((file) =>
    /^\s*(create or replace|drop (function|view|policy)|alter policy)\b/im.test(text(`src/${file}`)),
  )
  expect(redefining, 'change the one definition instead').toEqual([])
})

// The name of a policy is a quoted sentence; the table of a trigger comes after its events.
const definition = /^create (?:or replace )?(?:constraint )?(function|trigger|view|policy)\s+("[^"]+"|[\w.]+)([^;]*)/gim
