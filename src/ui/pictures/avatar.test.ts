import { expect, test } from 'vitest'
import { hueOf, initials } from './avatar.tsx'

test.each([
  ['a first and a last name', 'הילה נבטים', 'הנ'],
  ['the last name after a couple’s first names', 'נעמה ואיתי שדות', 'נש'],
  ['the last of three names', 'גיא בן זאב', 'גז'],
  ['two abbreviated first names', 'נ׳ וא׳', 'נא'],
  ['a remark in brackets', 'מ׳ (דוגמה)', 'מ'],
  ['a couple with a remark', 'ש׳ וי׳ (דוגמה)', 'שי'],
  ['a last name that begins with ו', 'דנה וקנין', 'דו'],
  ['a title before the name', 'ד"ר מורן אשכנזי', 'מא'],
  ['a hyphenated last name', 'רותם כהן-לוי', 'רכ'],
  ['an address', 'noa@example.com', 'n'],
  ['nothing', '', ''],
  ['only a remark', '(דוגמה)', ''],
])('the initials are derived from %s', (_, name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('the colour depends only on the name', () => {
  expect(hueOf('הילה נבטים')).toBe(hueOf('הילה נבטים'))
})
