import { expect, test } from 'vitest'
import { blockKinds } from '../blocks.ts'
import { blocksOf } from '../pages.ts'
import { defaultPages } from './default-pages.ts'

test('every default page passes the editor’s validation', () => {
  const wrong = defaultPages.flatMap(({ path, blocks }) => {
    const { error } = blocksOf(path).safeParse(blocks)
    return error
      ? [`${path}: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join(', ')}`]
      : []
  })
  expect(wrong).toEqual([])
})

test('a new block of every kind is valid as created', () => {
  const wrong = Object.entries(blockKinds).filter(([, { content, blank }]) => !content.safeParse(blank).success)
  expect(wrong.map(([kind]) => kind)).toEqual([])
})

test('no default page names a price: prices are stored with products', () => {
  expect(defaultPages.filter(({ blocks }) => /\d\s*₪|₪\s*\d|ש״ח/.test(withoutTheLaw(JSON.stringify(blocks))))).toEqual(
    [],
  )
})

/** The legal maximum of a cancellation fee is not one of our prices. */
const withoutTheLaw = (text: string) => text.replaceAll(/עד 5% או 100 ₪/g, '')
