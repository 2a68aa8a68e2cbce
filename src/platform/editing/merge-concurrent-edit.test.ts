import { expect, test } from 'vitest'
import { compareEdits, mergeConcurrentEdit } from './merge-concurrent-edit.ts'

const base = { name: 'אבחון', facts: [{ label: 'פגישות', value: '3' }], waits: false, note: null as string | null }

test('local edits are saved, and untouched fields get the concurrent values', () => {
  const theirs = { ...base, name: 'אבחון כלכלי', waits: true }
  const typed = { ...base, facts: [{ label: 'פגישות', value: '3' }], note: 'חדש' }
  expect(mergeConcurrentEdit(base, theirs, typed)).toEqual({ ...theirs, note: 'חדש' })
  // Edited on both sides: the local value wins, because the conflict message has shown the other value.
  expect(mergeConcurrentEdit(base, theirs, { ...typed, name: 'בדיקה' })).toEqual({
    ...theirs,
    note: 'חדש',
    name: 'בדיקה',
  })
})

test('concurrent changes are listed with their labels and formatted values', () => {
  const options = {
    labels: { name: 'שם', facts: 'השוואה', waits: 'רשימת המתנה', note: 'הערה' },
    choices: { note: { later: 'אחר כך' } },
  }
  expect(compareEdits(base, structuredClone(base), options)).toEqual([])
  const theirs = { name: '', facts: [...base.facts, { label: 'שעות', value: '5' }], waits: true, note: 'later' }
  expect(compareEdits(base, theirs, options)).toEqual([
    { label: 'שם' },
    { label: 'השוואה', is: 'פגישות: 3, שעות: 5' },
    { label: 'רשימת המתנה', is: 'כן' },
    { label: 'הערה', is: 'אחר כך' },
  ])
  expect(compareEdits(base, { ...base, note: '2026-03-01' }, options)).toEqual([{ label: 'הערה', is: '1.3.2026' }])
})

test('a field whose value is not listed is shown as changed, or as empty if it was emptied', () => {
  const options = {
    labels: { name: 'שם', facts: 'השוואה', waits: 'רשימת המתנה', note: 'הערה' },
    withoutValues: ['name', 'note'] as const,
  }
  const theirs = { ...base, name: 'אבחון כלכלי', note: '' }
  expect(compareEdits({ ...base, note: 'חדש' }, theirs, options)).toEqual([
    { label: 'שם', is: 'שונה' },
    { label: 'הערה' },
  ])
})
