import { expect, test } from 'vitest'
import { outcomeLabels, outcomeOfOne, postponedText } from './recipient-outcomes.ts'

test('each outcome has a text for one recipient and one for many, in different verb forms', () => {
  expect(Object.keys(outcomeOfOne)).toEqual(Object.keys(outcomeLabels))
  expect(Object.values(outcomeOfOne).filter((label) => /(^|\s)\S+(ו|ים)$/.test(label.split(' ')[0]!))).toEqual([])
  expect(postponedText('2026-11-24T08:00:00Z')).not.toContain('יקבלו')
})
