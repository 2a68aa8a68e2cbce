import { expect, test } from 'vitest'
import {
  claimedFeatures,
  withTrueClaims,
  type HiddenClaim,
  missingFeaturesOf,
  textWithTrueClaims,
  withoutMarkers,
} from './claims.ts'

const planned = { documents: { name: 'מסמכים', isBuilt: false } }
const built = { documents: { name: 'מסמכים', isBuilt: true } }

test('a claim is shown only if its feature is built, and its alternative text only if the feature is not built', () => {
  const text = 'אזור אישי עם {{כשיש מסמכים}}משימות ומסמכים{{כשאין מסמכים}}משימות'
  expect(textWithTrueClaims(text, [], [], planned)).toBe('אזור אישי עם משימות')
  expect(textWithTrueClaims(text, [], [], built)).toBe('אזור אישי עם משימות ומסמכים')
  expect(textWithTrueClaims('{{כשיש מסמכים}}א{{סוף}}ב', [], [], planned)).toBe('ב')
  expect(textWithTrueClaims('{{כשיש מסמכים}}העלאה בלחיצה', [], [], planned)).toBeUndefined()
  expect(textWithTrueClaims('בלי סימון', [])).toBe('בלי סימון')
})

test('a claim of an unknown feature is hidden', () => {
  expect(textWithTrueClaims('{{כשיש טיסה לירח}}מחר', [])).toBeUndefined()
  expect(withoutMarkers('{{כשיש טיסה לירח}}מחר')).toContain('{{')
})

test('a list omits the item of a missing feature, and the hidden claim is reported', () => {
  const { name } = claimedFeatures.courses
  const hidden: HiddenClaim[] = []
  const content = {
    list: [
      { title: 'שיחה', text: 'קצרה' },
      { title: `{{כשיש ${name}}}שיעורים`, text: 'הקלטה' },
    ],
    end: '',
  }
  expect(withTrueClaims(content, [], hidden)).toEqual({ list: [{ title: 'שיחה', text: 'קצרה' }], end: '' })
  expect(hidden).toEqual([{ feature: name, text: 'שיעורים' }])
})

test('each missing feature of a content is named once, and features that are set up are not named', () => {
  const [booking, courses] = [claimedFeatures.booking.name, claimedFeatures.courses.name]
  const content = {
    title: `{{כשיש ${courses}}}שיעורים{{סוף}}`,
    text: `{{כשיש ${booking}}}יומן{{כשיש ${courses}}}הקלטות`,
  }
  expect(missingFeaturesOf(content, [])).toEqual([courses, booking])
  expect(missingFeaturesOf(content, ['booking'])).toEqual([courses])
})
