import { expect, test } from 'vitest'
import { remainingMeetingsText } from './remaining-meetings.ts'

test.each([
  [{ remaining: 0, total: 1 }, 'הפגישה נקבעה'],
  [{ remaining: 0, total: 2 }, 'שתי הפגישות נקבעו'],
  [{ remaining: 0, total: 6 }, 'כל 6 הפגישות נקבעו'],
  [{ remaining: 1, total: 1 }, 'הפגישה עוד לא נקבעה'],
  [{ remaining: 1, total: 6 }, 'נשארה פגישה אחת מתוך 6'],
  [{ remaining: 4, total: 6 }, 'נשארו 4 מתוך 6'],
])('the remaining meetings of a package are formatted with the right plural form: %j', (left, text) => {
  expect(remainingMeetingsText(left)).toBe(text)
})
