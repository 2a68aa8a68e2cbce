import { expect, test } from 'vitest'
import { packageLeft } from './package-left.ts'

test.each([
  [{ remaining: 0, total: 1 }, 'הפגישה נקבעה'],
  [{ remaining: 0, total: 2 }, 'שתי הפגישות נקבעו'],
  [{ remaining: 0, total: 6 }, 'כל 6 הפגישות נקבעו'],
  [{ remaining: 1, total: 1 }, 'הפגישה עוד לא נקבעה'],
  [{ remaining: 1, total: 6 }, 'נשארה פגישה אחת מתוך 6'],
  [{ remaining: 4, total: 6 }, 'נשארו 4 מתוך 6'],
])('what is left of a package of one, two or more appointments is said in the form of its number: %j', (left, text) => {
  expect(packageLeft(left)).toBe(text)
})
