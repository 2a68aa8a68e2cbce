import { expect, test } from 'vitest'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import { blankDefinition } from '../templates/blank.ts'
import { applyEdit, createHistory, type DraftEdit, fieldsOfPage } from './draft-edits.ts'
import { readDraft } from './form-draft.ts'

const text = (key: string): Field => ({ kind: 'text', key, label: key })
const file: Field = { kind: 'file', key: 'paper', label: 'paper' }
const start = createHistory({
  ...blankDefinition('טופס'),
  pages: [
    { key: 'one', jumps: [], groups: [{ key: 'g1', fields: [text('a'), text('b')] }] },
    { key: 'two', jumps: [], groups: [{ key: 'g2', fields: [text('c')] }] },
  ],
})
const after = (...edits: DraftEdit[]) => edits.reduce(applyEdit, start)
const order = (...edits: DraftEdit[]) =>
  after(...edits)
    .draft.pages.map((page) =>
      fieldsOfPage(page)
        .map(({ key }) => key)
        .join(''),
    )
    .join('|')

test('a field moves within its page, and past the end to the next page', () => {
  expect(order({ do: 'move', key: 'a', by: 1 })).toBe('ba|c')
  expect(order({ do: 'move', key: 'b', by: 1 })).toBe('a|bc')
  expect(order({ do: 'move', key: 'c', by: -1 })).toBe('abc|')
  expect(after({ do: 'move', key: 'a', by: -1 })).toBe(start)
})

test('a dragged field is inserted before another one or at the end of a page', () => {
  expect(order({ do: 'place', key: 'c', page: 'one', before: 'b' })).toBe('acb|')
  expect(order({ do: 'place', key: 'a', page: 'two', before: null })).toBe('b|ca')
  expect(after({ do: 'place', key: 'a', page: 'one', before: 'a' })).toBe(start)
})

test('a new field is inserted before a file field, which stays last on its page', () => {
  const withFile: DraftEdit = { do: 'add', field: file, page: 'one' }
  expect(order(withFile, { do: 'add', field: text('d'), page: 'one' })).toBe('abdpaper|c')
  expect(order({ do: 'add', field: text('d'), page: 'one', after: 'a' })).toBe('adb|c')
})

test('a copy does not have the saving target of its original', () => {
  const saved: Field = { ...(text('a') as Extract<Field, { kind: 'text' }>), saving: { to: 'contact.full_name', policy: 'keep' } } // prettier-ignore
  const { draft } = after({ do: 'write', field: saved }, { do: 'duplicate', key: 'a', as: 'a2' })
  const [original, copy] = fieldsOfPage(draft.pages[0]!)
  expect([original, copy]).toEqual([saved, { ...text('a'), key: 'a2' }])
})

test('consecutive typing in one field is a single undo step', () => {
  const typed = after(
    { do: 'write', field: { ...text('a'), label: 'ש' } },
    { do: 'write', field: { ...text('a'), label: 'שם' } },
    { do: 'remove', key: 'c' },
  )
  expect(typed.past).toHaveLength(2)
  expect(applyEdit(applyEdit(typed, { do: 'undo' }), { do: 'undo' }).draft).toBe(start.draft)
})

test('an invalid stored draft is replaced by a blank draft with the same title', () => {
  expect(readDraft({}, 'חדש')).toEqual(blankDefinition('חדש'))
  expect(readDraft(start.draft, 'חדש')).toEqual(start.draft)
})
