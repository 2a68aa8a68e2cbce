import { expect, test } from 'vitest'
import type { Block } from '#platform/pages/blocks.ts'
import { blocksOf } from '#platform/pages/pages.ts'
import { createEditHistory, type EditHistory, newBlock, newId, type Edit, applyEdit } from './undoable-edits.ts'

const opening = { ...newBlock('opening'), id: 'o' }
const paragraph = (id: string): Block => ({ ...newBlock('paragraphs'), id })
const page = createEditHistory([opening, paragraph('a'), paragraph('b'), paragraph('c')])
const after = (...steps: Edit[]) => steps.reduce(applyEdit, page)
const ids = ({ blocks }: EditHistory) => blocks.map(({ id }) => id).join('')
const write = (id: string, text: string): Edit => ({
  do: 'write',
  id,
  content: { title: '', text, ground: 'plain' } as Block['content'],
})

test.each<[string, Edit, string]>([
  ['can move down', { do: 'move', id: 'a', by: 1 }, 'obac'],
  ['can move up', { do: 'move', id: 'c', by: -1 }, 'oacb'],
  ['cannot move above the opening', { do: 'move', id: 'a', by: -1 }, 'oabc'],
  ['cannot move below the end of the page', { do: 'move', id: 'c', by: 1 }, 'oabc'],
  ['cannot be moved if it is the opening', { do: 'move', id: 'o', by: 1 }, 'oabc'],
  ['can be removed', { do: 'remove', id: 'b' }, 'oac'],
  ['can be duplicated', { do: 'duplicate', id: 'a', as: 'x' }, 'oaxbc'],
  ['can be added after another one', { do: 'add', block: paragraph('x'), after: 'b' }, 'oabxc'],
  ['can be added first', { do: 'add', block: paragraph('x'), after: null }, 'xoabc'],
])('a block %s', (_, step, order) => {
  expect(ids(after(step))).toBe(order)
})

test('each edit is undone separately; typing in one block is one edit', () => {
  const edited = after(write('a', '1'), write('a', '12'), write('b', '3'), { do: 'remove', id: 'c' })
  expect(edited.past).toHaveLength(3)
  const back = applyEdit(applyEdit(edited, { do: 'undo' }), { do: 'undo' })
  expect(back.blocks[1]!.content).toMatchObject({ text: '12' })
  expect(ids(back)).toBe('oabc')
  expect(applyEdit(applyEdit(back, { do: 'undo' }), { do: 'undo' }).blocks).toEqual(page.blocks)
})

test.each<[string, Edit[], string]>([
  ['returns to its position', [], 'oabc'],
  ['leaves later edits and moves unchanged', [{ do: 'move', id: 'c', by: -1 }, write('a', 'נכתב אחר כך')], 'ocab'],
  ['is inserted after the nearest remaining predecessor', [{ do: 'remove', id: 'a' }], 'obc'],
  ['is not duplicated', [{ do: 'undo' }], 'oabc'],
])('a restored block %s', (_, since, order) => {
  const [a, b] = [page.blocks[1]!, page.blocks[2]!]
  const back = after({ do: 'remove', id: b.id }, ...since, { do: 'restore', block: b, previous: page.blocks })
  expect(ids(back)).toBe(order)
  const written = since.find((step) => step.do === 'write')
  if (written) expect(back.blocks.find(({ id }) => id === a.id)!.content).toEqual(written.content)
})

test('an edit that changes nothing is not recorded, and the last twenty can be undone', () => {
  expect(after({ do: 'move', id: 'o', by: 1 })).toBe(page)
  const many = Array.from({ length: 30 }, (_, i): Edit => ({ do: 'move', id: 'a', by: i % 2 ? -1 : 1 }))
  expect(after(...many).past).toHaveLength(20)
})

test('a new block gets a unique valid id', () => {
  expect(newId('paragraphs')).not.toBe(newId('paragraphs'))
  expect(blocksOf('/about').safeParse([opening, newBlock('paragraphs'), newBlock('paragraphs')]).success).toBe(true)
})

test('a dropped block is inserted before or after its target, never before the opening', () => {
  const top = { ...newBlock('opening'), id: 'top' }
  const [one, two] = [
    { ...newBlock('quote'), id: 'one' },
    { ...newBlock('quote'), id: 'two' },
  ]
  const order = (id: string, at: string, side: 'before' | 'after') =>
    applyEdit(createEditHistory([top, one, two]), { do: 'place', id, at, side }).blocks.map((block) => block.id)
  expect(order('two', 'one', 'before')).toEqual(['top', 'two', 'one'])
  expect(order('one', 'two', 'after')).toEqual(['top', 'two', 'one'])
  expect(order('two', 'top', 'before')).toEqual(['top', 'two', 'one'])
  expect(order('top', 'two', 'after')).toEqual(['top', 'one', 'two'])
})
