import { expect, test } from 'vitest'
import { documentState, EnterDocument, lacksAllocation } from './tax-documents.ts'

const pending = { status: 'pending', by_hand: false, last_fault: null, last_detail: null } as const

test('a document that does not exist says where it is, and why', () => {
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

test('only an issued invoice that needs an allocation number lacks one', () => {
  const issued = { status: 'issued', needs_allocation: true, allocation_number: null } as const
  expect(lacksAllocation(issued)).toBe(true)
  expect(lacksAllocation({ ...issued, allocation_number: '123456789' })).toBe(false)
  expect(lacksAllocation({ ...issued, needs_allocation: false })).toBe(false)
  expect(lacksAllocation({ ...issued, status: 'pending' })).toBe(false)
})

test('a typed document needs a number; link and allocation number are checked if they are given', () => {
  const read = (typed: object) => EnterDocument.safeParse({ url: '', allocation: '', ...typed }).success
  expect(read({ number: '71' })).toBe(true)
  expect(read({ number: ' ' })).toBe(false)
  expect(read({ number: '71', url: 'https://example.com/71' })).toBe(true)
  expect(read({ number: '71', url: 'javascript:alert(1)' })).toBe(false)
  expect(read({ number: '71', allocation: '123456789' })).toBe(true)
  expect(read({ number: '71', allocation: '12345678' })).toBe(false)
})
