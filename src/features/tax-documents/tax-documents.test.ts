import { expect, test } from 'vitest'
import { documentState, EnterDocument, heldState, isHeld } from './tax-documents.ts'

const pending = { status: 'pending', by_hand: false, last_fault: null, last_detail: null } as const

test('a missing document shows its state and the reason', () => {
  expect(documentState(pending)).toEqual({ word: 'בהפקה', look: 'info', why: null })
  expect(documentState({ ...pending, by_hand: true })).toMatchObject({ word: 'עוד לא הופק', why: 'להפקה ידנית' })
  expect(documentState({ ...pending, by_hand: true, last_fault: 'gateway' }).why).toMatch(/^חברת הסליקה לא הפיקה/)
  const failed = { ...pending, status: 'failed', last_detail: 'חסר שם' } as const
  expect(documentState({ ...failed, last_fault: 'refused' })).toMatchObject({
    word: 'ננסה שוב',
    why: 'שירות המסמכים סירב להפיק: חסר שם',
  })
  // Technical details are not shown.
  expect(documentState({ ...failed, last_fault: 'timeout' }).why).toBe('שירות המסמכים לא ענה בזמן')
  expect(documentState({ ...pending, status: 'void' }).word).toBe('לא נדרש מסמך')
})

test('an issued but incomplete document is held, with the reason and the next step', () => {
  expect(isHeld({ status: 'issued', completed_at: null })).toBe(true)
  expect(isHeld({ status: 'issued', completed_at: '2026-11-28T08:00:00Z' })).toBe(false)
  expect(isHeld({ status: 'pending', completed_at: null })).toBe(false)
  expect(heldState({ provider: 'morning', last_fault: null }).toDo).toMatch(/^חדשו ב־Morning את החיבור לרשות המסים/)
  expect(heldState({ provider: 'morning', last_fault: 'timeout' }).why).toBe('שירות המסמכים לא ענה בזמן')
  expect(heldState({ provider: 'cardcom', last_fault: null })).toEqual({
    why: 'חברת הסליקה לא מסרה מספר הקצאה',
    toDo: 'בקשו מספר הקצאה מרשות המסים ורשמו אותו כאן',
  })
  expect(heldState({ provider: 'manual', last_fault: null }).why).toBe('נרשמה בלי מספר הקצאה')
})

test('a manually entered document needs a number; link and allocation number are validated if present', () => {
  const read = (typed: object) => EnterDocument.safeParse({ url: '', allocation: '', ...typed }).success
  expect(read({ number: '71' })).toBe(true)
  expect(read({ number: ' ' })).toBe(false)
  expect(read({ number: '71', url: 'https://example.com/71' })).toBe(true)
  expect(read({ number: '71', url: 'javascript:alert(1)' })).toBe(false)
  expect(read({ number: '71', allocation: '123456789' })).toBe(true)
  expect(read({ number: '71', allocation: '12345678' })).toBe(false)
})
