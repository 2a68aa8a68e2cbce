import { expect, test } from 'vitest'
import { blockKinds } from '../blocks.ts'
import { blocksOf } from '../pages.ts'
import { defaultPages } from './default-pages.ts'

test('every page that the installation brings along is one that the editor would save', () => {
  const wrong = defaultPages.flatMap(({ path, blocks }) => {
    const { error } = blocksOf(path).safeParse(blocks)
    return error
      ? [`${path}: ${error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join(', ')}`]
      : []
  })
  expect(wrong).toEqual([])
})

test('a new block of every kind is one that can be saved as it is', () => {
  const wrong = Object.entries(blockKinds).filter(([, { content, blank }]) => !content.safeParse(blank).success)
  expect(wrong.map(([kind]) => kind)).toEqual([])
})

test('no page that is brought along names a price: prices stand in the products', () => {
  expect(defaultPages.filter(({ blocks }) => /\d\s*₪|₪\s*\d|ש״ח/.test(withoutTheLaw(JSON.stringify(blocks))))).toEqual(
    [],
  )
})

/** What the law of consumers says a cancellation may cost at most is no price of ours. */
const withoutTheLaw = (text: string) => text.replaceAll(/עד 5% או 100 ₪/g, '')
