import { expect, test } from 'vitest'
import type { Block } from './blocks.ts'
import { frame } from './content/frame.ts'
import { isInMenu, menuStateOf, menuWords, withMenuEntry, withMovedLinks, withoutMenuEntry } from './menu-entry.ts'
import { blocksOf, framePath } from './pages.ts'

const link = (at: number) => ({ words: `קישור ${at}`, href: `/page-${at}` })
const menuOf = (links: number): Block[] => [
  { id: 'top', kind: 'menu', content: { list: Array.from({ length: links }, (_, at) => link(at)) } },
]
const page = { path: '/new', label: 'חדש' }

test('a page is added once at the end of the menu, and removing it restores the former menu', () => {
  const joined = withMenuEntry(menuOf(2), page)
  expect(joined).toEqual([
    { id: 'top', kind: 'menu', content: { list: [link(0), link(1), { words: 'חדש', href: '/new' }] } },
  ])
  expect(withMenuEntry(joined, page)).toEqual(joined)
  expect(withoutMenuEntry(joined, '/new')).toEqual(menuOf(2))
})

test('without a menu block the page is added to the default menu', () => {
  const joined = withMenuEntry(
    frame.blocks.filter(({ kind }) => kind !== 'menu'),
    page,
  )
  expect(isInMenu(joined, '/about') && isInMenu(joined, '/new')).toBe(true)
  expect(blocksOf(framePath).safeParse(joined).success).toBe(true)
})

test('a menu is full at seven links, also if only its draft has seven', () => {
  expect(menuStateOf('/new', menuOf(6), menuOf(6))).toBe('out')
  expect(menuStateOf('/new', menuOf(7), menuOf(6))).toBe('full')
  expect(menuStateOf('/new', menuOf(6), menuOf(7))).toBe('full')
  expect(menuStateOf('/page-6', menuOf(7), menuOf(6))).toBe('in')
})

test('a long name of a page is cut to the length of a link in the menu', () => {
  const label = 'סדנה '.repeat(16).trim()
  expect(menuWords(label)).toMatch(/^סדנה.*סדנה…$/)
  expect(blocksOf(framePath).safeParse(withMenuEntry(menuOf(1), { path: '/new', label })).success).toBe(true)
})

test('menu and footer links follow a moved page, including those with a query or an anchor, and other links do not change', () => {
  const linked = (path: string) => [
    { id: 'top', kind: 'menu', content: { list: [{ words: 'סדנה', href: path }, link(1)] } },
    {
      id: 'end',
      kind: 'footer',
      content: { groups: [{ title: 'האתר', links: [{ words: 'הרשמה', href: `${path}?from=site#form` }] }], note: path },
    },
    { id: 'new', kind: 'of another release', content: null },
  ]
  const moved = withMovedLinks(linked('/one'), { from: '/one', to: '/two' })
  expect(moved).toEqual([
    linked('/two')[0],
    { ...linked('/two')[1], content: expect.anything() as unknown },
    linked('/two')[2],
  ])
  expect(JSON.stringify(moved[1])).toBe(JSON.stringify(linked('/two')[1]).replace('"note":"/two"', '"note":"/one"'))
  expect(withMovedLinks(linked('/one'), { from: '/on', to: '/two' })).toEqual(linked('/one'))
})
