import { expect, test } from 'vitest'
import { filesBelow, importsOf, text } from './source.ts'

// Pages of the site are drawn without React (src/web/markup), so a hook in one of their parts would break the page when it is first shown.
const pages = filesBelow('src', (path) =>
  /^src\/(web\/(site\/pages|blog|landing|legal)|features\/[^/]+)\/[^/]*-page\.tsx$/.test(path),
)

/** Where a hook is used by a part that only the app draws, beside parts that pages draw. */
const besidePages: Record<string, string> = {
  'src/client/session-context.tsx': 'known by its type alone',
  'src/ui/forms/field.tsx': 'a field without an id',
  'src/ui/pictures/avatar.tsx': 'a photo that may be lost',
}

test('what pages of the site are made of uses no hook outside of an island', () => {
  const reached = new Set<string>()
  const walk = (file: string) => {
    if (reached.has(file) || !file.startsWith('src/') || !/\.tsx?$/.test(file) || file.endsWith('.island.tsx')) return
    reached.add(file)
    importsOf(file).forEach(walk)
  }
  pages.forEach(walk)
  const withHooks = [...reached].filter((file) => /import \{[^}]*\buse[A-Z]\w*[^}]*\} from 'react'/.test(text(file)))
  expect(withHooks.toSorted()).toEqual(Object.keys(besidePages))
  expect(pages.length).toBeGreaterThan(15)
})
