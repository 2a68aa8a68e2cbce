import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test('the greeting depends on Israel time and includes the first name', () => {
  expect(greetingAt(new Date('2026-11-18T06:00:00Z'), 'הילה נבטים')).toBe('בוקר טוב, הילה')
  expect(greetingAt(new Date('2026-11-18T06:00:00Z'), 'ד"ר  מורן לדוגמה')).toBe('בוקר טוב, ד"ר מורן')
  expect(greetingAt(new Date('2026-11-18T10:00:00Z'), '')).toBe('צהריים טובים')
  expect(greetingAt(new Date('2026-11-18T16:00:00Z'), '')).toBe('ערב טוב')
  expect(greetingAt(new Date('2026-11-18T22:30:00Z'), '')).toBe('ערב טוב')
})
