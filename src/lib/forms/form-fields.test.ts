import { expect, test } from 'vitest'
import { OptionalChoice, OptionalDay, optionalLine, requiredLine } from './form-fields.ts'

const errorOf = (read: { error?: { issues: { message: string }[] } | undefined }) => read.error?.issues[0]?.message

test('a line is trimmed, and too long or missing text is refused in Hebrew', () => {
  expect(requiredLine(6).parse('  נועה\n כ ')).toBe('נועה כ')
  expect(errorOf(requiredLine(5).safeParse(' '))).toBe('שדה חובה')
  expect(errorOf(requiredLine(5).safeParse(undefined))).toBe('שדה חובה')
  expect(errorOf(requiredLine(3).safeParse('נועה'))).toBe('עד 3 תווים')
  expect(errorOf(optionalLine(3).safeParse('נועה'))).toBe('עד 3 תווים')
})

test('an empty optional control is null', () => {
  expect(optionalLine(5).parse(' ')).toBeNull()
  expect(OptionalChoice.parse('')).toBeNull()
  expect(OptionalChoice.parse('אחר')).toBe('אחר')
  expect(OptionalDay.parse('')).toBeNull()
  expect(OptionalDay.parse('2026-03-01')).toBe('2026-03-01')
  expect(errorOf(OptionalDay.safeParse('2026-02-30'))).toBe('יש לבחור תאריך')
})
