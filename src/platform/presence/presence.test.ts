import { expect, test } from 'vitest'
import { othersIn, describeViewers } from './presence.ts'

test('the user’s own id is excluded, and two windows of a colleague are one viewer', () => {
  expect(othersIn(['b', 'me', 'a', 'b'], 'me')).toEqual(['a', 'b'])
})

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
test.each([
  [[], ''],
  [['דנה'], 'דנה צופה ברשומה'],
  [['דנה', 'יואב'], 'דנה ויואב צופים ברשומה'],
  [['דנה', 'יואב', 'נועה'], 'דנה ועוד 2 צופים ברשומה'],
])('the viewers %j are described as “%s”', (names, text) => {
  expect(plain(describeViewers(names, 'רשומה'))).toBe(text)
})
