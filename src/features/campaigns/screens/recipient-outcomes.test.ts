import { expect, test } from 'vitest'
import { reasonLabel } from '#features/campaigns/campaigns.ts'
import { outcomeLabels, recipientOutcomeLabels, postponedText } from './recipient-outcomes.ts'

test('each outcome has a text for one recipient and a text for many, in different verb forms', () => {
  expect(Object.keys(recipientOutcomeLabels)).toEqual(Object.keys(outcomeLabels))
  expect(
    Object.values(recipientOutcomeLabels).filter((label) => /(^|\s)\S+(ו|ים)$/.test(label.split(' ')[0]!)),
  ).toEqual([])
  expect(postponedText('2026-11-24T08:00:00Z')).not.toContain('יקבלו')
})

test('a message that could not be composed has a reason in Hebrew', () => {
  expect(reasonLabel('not_rendered')).toMatch(/^[א-ת ]+$/)
})
