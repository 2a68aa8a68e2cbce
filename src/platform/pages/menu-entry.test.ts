import { expect, test } from 'vitest'
import type { Block } from './blocks.ts'
import { frame } from './content/frame.ts'
import { isInMenu, menuStateOf, menuWords, withMenuEntry, withoutMenuEntry } from './menu-entry.ts'
import { blocksOf, framePath } from './pages.ts'

const link = (at: number) => ({ words: `קישור ${at}`, href: `/page-${at}` })
const menuOf = (links: number): Block[] => [
  { id: 'top', kind: 'menu', content: { list: Array.from({ length: links }, (_, at) => link(at)) } },
]
const page = { path: '/new', label: 'חדש' }

test('a page joins the menu last and once, and leaves it without a trace', () => {
  const joined = withMenuEntry(menuOf(2), page)
  expect(joined).toEqual([
    { id: 'top', kind: 'menu', content: { list: [link(0), link(1), { words: 'חדש', href: '/new' }] } },
  ])
  expect(withMenuEntry(joined, page)).toEqual(joined)
  expect(withoutMenuEntry(joined, '/new')).toEqual(menuOf(2))
})

test('without a menu block the page joins the default menu', () => {
  const joined = withMenuEntry(
    frame.blocks.filter(({ kind }) => kind !== 'menu'),
    page,
  )
  expect(isInMenu(joined, '/about') && isInMenu(joined, '/new')).toBe(true)
  expect(blocksOf(framePath).safeParse(joined).success).toBe(true)
})

test('a menu of seven links is full, also if only its draft has as many', () => {
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
