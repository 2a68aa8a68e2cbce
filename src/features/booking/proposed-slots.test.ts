import { expect, test } from 'vitest'
import { firstProposals, proposalText } from './proposed-slots.ts'

const at = (text: string) => Date.parse(`${text}:00+02:00`)

test('the first slots of three days are proposed', () => {
  const starts = ['2026-11-30T10:00', '2026-11-29T09:00', '2026-11-29T09:30', '2026-12-01T16:00', '2026-12-02T08:00']
  expect(firstProposals(starts.map(at))).toEqual(['2026-11-29T09:00', '2026-11-30T10:00', '2026-12-01T16:00'].map(at))
})

test('with fewer free days, further slots are proposed, in order', () => {
  const starts = ['2026-11-29T09:00', '2026-11-29T09:30', '2026-11-29T10:00', '2026-11-30T10:00'].map(at)
  expect(firstProposals(starts)).toEqual([starts[0], starts[1], starts[3]])
  expect(firstProposals([])).toEqual([])
})

const proposal = {
  firstName: 'נועה',
  title: 'שיחת היכרות',
  starts: [at('2026-11-29T09:00')],
  minutes: 25,
  url: 'https://example.co.il/book/hila/hekerut',
  lockedZone: null,
}

test('a slot of a type with a locked zone is formatted in that zone', () => {
  const text = proposalText({ ...proposal, lockedZone: 'Europe/London' })
  expect(text).toContain('יום ראשון, 29 בנובמבר, בשעה 07:00 (שעון לונדון):')
})

test('the message links to each slot and to the page with all slots', () => {
  const text = proposalText(proposal)
  expect(text).toBe(
    `שלום נועה, הנה שעות אפשריות לשיחת היכרות. לחיצה על קישור פותחת את השעה, כל עוד היא פנויה:

יום ראשון, 29 בנובמבר, בשעה 09:00:
https://example.co.il/book/hila/hekerut?start=2026-11-29T07:00Z&minutes=25#booking

כל השעות הפנויות:
https://example.co.il/book/hila/hekerut`,
  )
})
