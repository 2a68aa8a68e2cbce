import { expect, test } from 'vitest'
import { blockKinds } from '../blocks.ts'
import { linksIn } from '../links-in.ts'
import { blocksOf } from '../pages.ts'
import { defaultPages } from './default-pages.ts'
import { demoOfferPages } from './demo-offers.ts'

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

test('default pages contain no prices, because prices are stored with products', () => {
  expect(
    defaultPages.filter(({ blocks }) => /\d\s*₪|₪\s*\d|ש״ח/.test(withoutOtherAmounts(JSON.stringify(blocks)))),
  ).toEqual([])
})

test('the home pages mention the same number of stages, and no other number of steps', () => {
  for (const path of ['/', '/home-2', '/home-3']) {
    const { blocks } = defaultPages.find((page) => page.path === path)!
    const counted =
      JSON.stringify(blocks).match(/(?<![א-ת])(?:שלושה|ארבעה|חמישה|שישה|שבעה|[3-7]) (?:שלבים|צעדים)/g) ?? []
    expect([path, [...new Set(counted)].filter((text) => text !== 'שישה שלבים')]).toEqual([path, []])
  }
})

test('the last block of a page offers a smaller step beside the call', () => {
  const hardOnly = defaultPages.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'closing' &&
      block.content.action.href === '/book-a-call' &&
      !/^\/(financial_stage|lead\/.+)$/.test(block.content.second.href)
        ? path
        : [],
    ),
  )
  expect(hardOnly).toEqual([])
})

test('every link to the call has the same text, except that a product names its meeting', () => {
  const text = defaultPages.flatMap(({ path, blocks }) =>
    path === '/product-3'
      ? []
      : linksIn(blocks.filter(({ kind }) => ['hero', 'opening', 'closing'].includes(kind))).flatMap((link) =>
          link.href === '/book-a-call' ? link.words : [],
        ),
  )
  expect([...new Set(text)]).toEqual(['לשיחת היכרות'])
})

test('a drawing is on at most two pages', () => {
  const pagesOf = Map.groupBy(
    [...defaultPages, ...demoOfferPages].flatMap(({ path, blocks }) =>
      blocks.flatMap(({ content }) =>
        'picture' in content && content.picture !== 'none' ? { drawing: content.picture, path } : [],
      ),
    ),
    ({ drawing }) => drawing,
  )
  const repeated = [...pagesOf].filter(([, uses]) => uses.length > 2)
  expect(repeated.map(([drawing, uses]) => `${drawing}: ${uses.map(({ path }) => path).join(', ')}`)).toEqual([])
})

/** The legal maximum of a cancellation fee and the margin of an example are not product prices. */
const withoutOtherAmounts = (text: string) => text.replaceAll(/עד 5% או 100\s₪|לדוגמה: [\d,]+\s₪/g, '')
