import { expect, test } from 'vitest'
import { OverrideEdit } from './date-forms.ts'

const empty = { day: '2026-03-12', start: '', end: '', second_start: '', second_end: '' }
const read = (more: Partial<typeof empty>) => OverrideEdit.safeParse({ ...empty, ...more })

test('an override without hours closes the date, and it may have two windows', () => {
  expect(read({}).data).toEqual({ day: '2026-03-12', windows: [] })
  expect(read({ start: '09:00', end: '12:00', second_start: '16:00', second_end: '20:00' }).data?.windows).toEqual([
    { start: '09:00', end: '12:00' },
    { start: '16:00', end: '20:00' },
  ])
})

test.each([
  [{ start: '09:00' }, 'end'],
  [{ start: '12:00', end: '09:00' }, 'end'],
  [{ second_end: '20:00' }, 'second_end'],
])('an incomplete or reversed window %j is refused at its field', (typed, field) => {
  expect(read(typed).error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})
