import { expect, test } from 'vitest'
import { answersOf, detailsOf, quickCheck } from './details.ts'

const questions = [
  { id: 'q-goal', label: 'מה המטרה', kind: 'short' as const, is_required: true, options: [] },
  { id: 'q-more', label: 'עוד משהו', kind: 'long' as const, is_required: false, options: [] },
]
const whole = { name: 'דנה לדוגמה', phone: '050-0000076', email: 'dana@example.com', answer1: 'תקציב' }

test('name, phone, e-mail and required answers must be filled in', () => {
  expect(quickCheck(whole, questions)).toEqual({})
  expect(Object.keys(quickCheck({}, questions))).toEqual(['name', 'phone', 'email', 'answer1'])
  expect(Object.keys(quickCheck({ ...whole, phone: '12', email: 'dana@' }, questions))).toEqual(['phone', 'email'])
})

test('a partner needs a name and a different e-mail address', () => {
  const joining = { ...whole, joins: 'on' }
  expect(Object.keys(quickCheck(joining, questions))).toEqual(['partnerName', 'partnerEmail'])
  const same = quickCheck({ ...joining, partnerName: 'יואב', partnerEmail: 'Dana@example.com' }, questions)
  expect(same['partnerEmail']).toContain('כתובת אחרת')
  expect(quickCheck({ ...joining, partnerName: 'יואב', partnerEmail: 'yoav@example.com' }, questions)).toEqual({})
})

test('only known form fields are read, and answers are matched to their questions', () => {
  const values = detailsOf({ ...whole, extra: 'x', answer2: '  ' })
  expect(values).toEqual({ ...whole, answer2: '  ' })
  expect(answersOf(values, questions)).toEqual({ 'q-goal': 'תקציב' })
})
