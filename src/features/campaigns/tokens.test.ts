import { expect, test } from 'vitest'
import { fillMessage } from './fill-message.ts'
import { fillCampaign, firstNameOf, unknownTokens } from './tokens.ts'

test.each([
  ['שלום {{firstName}}, מה שלומכם?', { firstName: 'נועה' }, 'שלום נועה, מה שלומכם?'],
  ['שלום {{firstName}}, מה שלומכם?', {}, 'שלום, מה שלומכם?'],
  ['שלום {{firstName|חברים}},', {}, 'שלום חברים,'],
  ['{{firstName|חברים}} יקרים', { firstName: 'רות' }, 'רות יקרים'],
  ['{{businessName}}', { businessName: '{{firstName}}', firstName: 'x' }, '{{firstName}}'],
])('tokens in “%s” are replaced', (text, values, filled) => {
  expect(fillCampaign(text, values)).toBe(filled)
})

test('unknown tokens are found', () => {
  expect(unknownTokens('{{firstName}} {{firstName|חברים}} {{password}} {{constructor}} {{firstName|}}')).toEqual([
    'password',
    'constructor',
    'firstName|',
  ])
})

test('a contact with only an e-mail address has no first name', () => {
  expect([firstNameOf('נועה'), firstNameOf('noa@example.com')]).toEqual(['נועה', undefined])
})

test('a URL in a first name typed by a visitor is not linked', () => {
  expect(firstNameOf('[לחצו](https://elsewhere.example)')).toBe('לחצו https elsewhere example')
  expect(firstNameOf('...')).toBeUndefined()
})

test('the subject starts with the advertising label once and stays on one line', () => {
  const subject = (text: string, firstName = 'נועה') =>
    fillMessage({ subject: text, preheader: '', blocks: [] }, { firstName }).subject
  expect(subject('שלוש שאלות')).toBe('פרסומת | שלוש שאלות')
  expect(subject('פרסומת | שלוש שאלות')).toBe('פרסומת | שלוש שאלות')
  expect(subject('{{firstName}}', 'א\r\nBcc: x')).toBe('פרסומת | א Bcc: x')
})
