import { expect, test } from 'vitest'
import { missingDocumentTexts, flagsOf, timeInStage } from './client-flags.ts'

const calm = {
  due_on: '2026-12-01',
  late_tasks: 0,
  last_activity_at: '2026-11-20T10:00:00Z',
  has_account: true,
  stage_status: 'active' as const,
}

test('a family on schedule has no flag', () => {
  expect(flagsOf(calm, '2026-11-25')).toEqual([])
})

test('an overdue stage, late tasks, inactivity and a missing account are flagged', () => {
  expect(flagsOf({ ...calm, due_on: '2026-11-24', late_tasks: 2, has_account: false }, '2026-12-10')).toEqual([
    'המועד עבר',
    'שתי משימות באיחור',
    '20 ימים בלי פעילות',
    'בלי כניסה לאזור האישי',
  ])
})

test('the time in the open stage is counted in days of Israel, and is undefined without an open stage', () => {
  expect(timeInStage({ opened_at: '2026-11-24T22:30:00Z' }, '2026-11-25')).toBe('נכנסו היום')
  expect(timeInStage({ opened_at: '2026-11-23T10:00:00Z' }, '2026-11-25')).toBe('יומיים בשלב')
  expect(timeInStage({ opened_at: null }, '2026-11-25')).toBeUndefined()
})

test('the documents of a stage are counted: those missing and those to be reviewed by staff', () => {
  expect(missingDocumentTexts({ missing_documents: 0, received_documents: 0 })).toEqual({
    missing: false,
    received: false,
  })
  expect(missingDocumentTexts({ missing_documents: 2, received_documents: 1 })).toEqual({
    missing: 'חסרים שני מסמכים',
    received: 'מסמך לבדיקה',
  })
})
