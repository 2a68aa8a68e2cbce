import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, root, text } from './source.ts'

const pages = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md']

test('every path in the guides exists', () => {
  const wrong = pages.flatMap((page) =>
    [
      ...text(page).matchAll(
        /`((?:src|docs|test|e2e|bench|conformance|scripts|\.ci)\/[\w./-]*)`|\]\((?!https?:|#)([^)]+)\)/g,
      ),
    ]
      .map((found) => (found[1] ?? found[2])!.split('#')[0]!)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(wrong).toEqual([])
})

test('every decision has its four parts', () => {
  const wrong = filesBelow('docs/decisions').filter(
    (path) => !['## Context', '## Decision', '## Consequences', '## Status'].every((part) => text(path).includes(part)),
  )
  expect(wrong).toEqual([])
})

test('every benchmark is described', () => {
  const named = [...text('bench/README.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  const files = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'))
  const names = files
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !['main', 'installation'].includes(name))
  expect(named).toEqual(names.toSorted())
})
