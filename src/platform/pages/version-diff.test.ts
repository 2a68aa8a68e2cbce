import { describe, expect, test } from 'vitest'
import { type Block, blockKinds } from './blocks.ts'
import { changesBetween } from './version-diff.ts'
import { mergeBlocks, resolveConflicts, revertBlock } from './merge-blocks.ts'

const block = (id: string, text = id): Block => ({
  id,
  kind: 'paragraphs',
  content: { ...blockKinds.paragraphs.blank, text },
})
const page = (ids: string) => ids.split('').map((id) => block(id))
const idsOf = (blocks: readonly Block[]) => blocks.map(({ id }) => id).join('')
const textOf = (blocks: readonly Block[]) =>
  blocks.map((one) => `${one.id}:${(one.content as { text: string }).text}`).join(' ')
const what = (before: string, after: string) =>
  changesBetween(page(before), page(after)).map((change) => `${change.what} ${change.id}`)

test.each([
  ['abc', 'abc', []],
  ['abc', 'abcd', ['added d']],
  ['abc', 'ac', ['removed b']],
  ['abcd', 'bcda', ['moved a']],
  ['abcd', 'dabc', ['moved d']],
  ['abc', 'cxa', ['moved a', 'added x', 'removed b']],
])('the diff from %s to %s is minimal', (before, after, changes) => {
  expect(what(before, after).sort()).toEqual([...changes].sort())
})

test('a changed field is listed by its label, with its old and new value', () => {
  expect(changesBetween([block('a', 'היה')], [block('a', 'הווה')])).toEqual([
    { id: 'a', kind: 'paragraphs', what: 'changed', fields: [{ label: 'הטקסט', before: 'היה', after: 'הווה' }] },
  ])
})

test('list rows are named by their number, links by their parts', () => {
  const questions = (answer: string): Block => ({
    id: 'q',
    kind: 'questions',
    content: { ...blockKinds.questions.blank, list: [{ ...blockKinds.questions.blank.list[0]!, answer }] },
  })
  const [change] = changesBetween([questions('א')], [questions('ב')])
  expect(change!.fields).toEqual([{ label: expect.stringMatching(/ 1: .+/) as string, before: 'א', after: 'ב' }])
})

test.each([
  ['with its old content', [block('a'), block('b', 'חדש')], 'b', 'a:a b:b'],
  ['behind its former predecessor', page('ac'), 'b', 'a:a b:b c:c'],
  ['at the beginning', page('bc'), 'a', 'a:a b:b c:c'],
  ['by removing it', page('abcx'), 'x', 'a:a b:b c:c'],
])('reverting one block restores it %s', (_, now, id, then) => {
  expect(textOf(revertBlock(now, page('abc'), id))).toBe(then)
})

describe('concurrent edits of one page', () => {
  test('a block edited on one side only is taken from that side', () => {
    const base = page('abc')
    const mine = [block('a', 'שלי'), block('b'), block('c'), block('m')]
    const theirs = [block('a'), block('t'), block('c', 'שלהם')]
    const { blocks, conflicts } = mergeBlocks(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(textOf(blocks)).toBe('a:שלי t:t c:שלהם m:m')
  })

  test('a block edited on both sides is a conflict', () => {
    const merged = mergeBlocks(page('ab'), [block('a', 'שלי'), block('b')], [block('a', 'שלהם'), block('b')])
    expect(merged.conflicts.map(({ id }) => id)).toEqual(['a'])
    expect(textOf(resolveConflicts(merged, new Set()))).toBe('a:שלי b:b')
    expect(textOf(resolveConflicts(merged, new Set(['a'])))).toBe('a:שלהם b:b')
  })

  test('a block edited on one side and removed on the other is a conflict, in both directions', () => {
    const iRemoved = mergeBlocks(page('ab'), page('a'), [block('a'), block('b', 'שלהם')])
    expect(textOf(resolveConflicts(iRemoved, new Set()))).toBe('a:a')
    expect(textOf(resolveConflicts(iRemoved, new Set(['b'])))).toBe('a:a b:שלהם')
    const theyRemoved = mergeBlocks(page('ab'), [block('a'), block('b', 'שלי')], page('a'))
    expect(textOf(resolveConflicts(theyRemoved, new Set()))).toBe('a:a b:שלי')
    expect(textOf(resolveConflicts(theyRemoved, new Set(['b'])))).toBe('a:a')
  })

  test.each([
    ['abcd', 'bacd', 'abcd', 'bacd'],
    ['abcd', 'abcd', 'dabc', 'dabc'],
    ['abcd', 'bacd', 'abcxd', 'bacxd'],
  ])('from %s, mine %s and theirs %s are merged into %s', (base, mine, theirs, order) => {
    expect(idsOf(mergeBlocks(page(base), page(mine), page(theirs)).blocks)).toBe(order)
  })

  test('identical edits on both sides are no conflict, whatever the order of keys', () => {
    const stored = { ...block('a', 'חדש'), content: { text: 'חדש', ground: 'plain', title: '' } } as Block
    expect(mergeBlocks(page('a'), [block('a', 'חדש')], [stored]).conflicts).toEqual([])
  })
})
