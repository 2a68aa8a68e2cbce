import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf } from '#platform/pages/pages.ts'
import { guidePages } from './guide-pages.ts'
import { disclaimer } from './disclaimer.ts'
import { readTaggedPdf } from '../../../../test/tagged-pdf.ts'

const folder = import.meta.dirname
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.html') ? [file.slice(0, -5)] : []))
const pages: Record<string, number> = {
  'bdika-shnatit': 2,
  'gilyon-shikuf': 2,
  'keren-herum': 4,
  lesson: 2,
  'reshimat-hovot': 2,
  'sihat-kesef': 3,
  'tochnit-yeadim': 2,
}

test('every guide has a source, a PDF and a page that is valid in the editor', () => {
  expect(names.toSorted()).toEqual(Object.keys(pages))
  // The worksheet of the lesson is offered on the lesson's page.
  expect([...guidePages.map(({ path }) => path.replace('/lead/', '')), 'lesson'].toSorted()).toEqual(Object.keys(pages))
  for (const { path, blocks } of guidePages) expect(blocksOf(path).safeParse(blocks).error, path).toBeUndefined()
})

test.each(Object.entries(pages))('%s.pdf is tagged as Hebrew with the reading order of its source', (name, count) => {
  const bytes = readFileSync(join(folder, `${name}.pdf`))
  expect(bytes.length).toBeLessThanOrEqual(300 * 1024)
  const pdf = readTaggedPdf(bytes)
  expect([pdf.language, pdf.isMarked, pdf.pages]).toEqual(['he', true, count])
  expect(pdf.title).toBe(/<h1>([^<]+)</.exec(source(name))![1])
  // Cells to fill in are empty.
  const read = pdf.elements.map(({ tag, text }) => [tag, lettersOf(text)]).filter(([, letters]) => letters)
  expect(read).toEqual(elementsOf(source(name)))
})

const source = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8')

/** Sorted, because Hebrew letters are in visual order in a PDF. */
const lettersOf = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]/gu, '')
    .split('')
    .toSorted()
    .join('')

/** Text elements of the source in reading order, with the disclaimer at the end. */
function elementsOf(html: string): [tag: string, letters: string][] {
  const found = [...html.matchAll(/<(h1|h2|h3|p|li|th|td)(?:\s[^>]*)?>(.*?)<\/\1>/gs)].map(
    ([, tag, inside]): [string, string] => [tag!.toUpperCase(), lettersOf(inside!.replace(/<[^>]+>/g, ''))],
  )
  return [...found.filter(([, letters]) => letters), ['P', lettersOf(disclaimer)]]
}
