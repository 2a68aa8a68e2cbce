import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Definition, emptyDefinition } from './engine/definition.ts'
import { rowsOf, type SequenceRow, stepsOf } from './sequence-rows.ts'

const templateId = '00000000-0000-4000-8000-000000000001'
const row = (id: string, day: number, at?: string): SequenceRow => ({ id, day, at, templateId, only: [] })

test('rows are converted to waits between messages, sorted by day', () => {
  expect(stepsOf([row('third', 5, '09:00'), row('first', 0), row('second', 2, '10:00')])).toEqual([
    { id: 'first', kind: 'message', templateId, only: [] },
    { id: 'wsecond', kind: 'wait', minutes: 2880, at: '10:00', workingHours: false },
    { id: 'second', kind: 'message', templateId, only: [] },
    { id: 'wthird', kind: 'wait', minutes: 4320, at: '09:00', workingHours: false },
    { id: 'third', kind: 'message', templateId, only: [] },
  ])
})

test('rows are unchanged after conversion to steps and back', () => {
  const rows = fc
    .uniqueArray(fc.tuple(fc.nat(30), fc.constantFrom('08:00', '09:30', '17:00')), { maxLength: 6, selector: String })
    .map((times) => times.map(([day, at], i) => row(`row${i}xx`, day, at)))
  fc.assert(
    fc.property(rows, (all) => {
      const steps = stepsOf(all)
      expect(Definition.safeParse({ ...emptyDefinition(), steps }).success).toBe(true)
      expect(rowsOf(steps)).toEqual(all.toSorted((a, b) => a.day - b.day || a.at!.localeCompare(b.at!)))
    }),
  )
})
