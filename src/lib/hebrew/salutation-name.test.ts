import { expect, test } from 'vitest'
import { salutationName } from './salutation-name.ts'

test.each([
  ['נועה', 'נועה'],
  ['ד"ר מורן', 'ד"ר מורן'],
  ['ז׳קלין-O’Hara', 'ז׳קלין-O’Hara'],
  ['שָׂרָה', 'שָׂרָה'],
  ['דנה/יוסי', 'דנה יוסי'],
  ['https://elsewhere.example/win?a=1', 'https elsewhere example win a 1'],
  ['www.elsewhere.example', 'www elsewhere example'],
  ['[לחצו](//elsewhere.example)', 'לחצו elsewhere example'],
  ['noa@example.com', 'noa example com'],
  ['050-0000001', '050-0000001'],
  ['א\r\nBcc: x', 'א Bcc x'],
])('the salutation name of %s is %s', (typed, spoken) => {
  expect(salutationName(typed)).toBe(spoken)
})
