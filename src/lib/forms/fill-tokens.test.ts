import { expect, test } from 'vitest'
import { fillTokens } from './fill-tokens.ts'

test('tokens are replaced by their values', () => {
  expect(fillTokens('שלום {{name}}, {{name}}!', { name: 'נועה' })).toBe('שלום נועה, נועה!')
})

test('a token without a value leaves no doubled space or comma', () => {
  expect(fillTokens('נשמר אצל {{legalName}}, {{address}}, בלבד.', { legalName: 'חברה', address: null })).toBe(
    'נשמר אצל חברה, בלבד.',
  )
  expect(fillTokens('לפנייה: {{email}}, {{phone}}.', { phone: '03-0000000' })).toBe('לפנייה: 03-0000000.')
  expect(fillTokens('לפנייה: {{email}}, {{phone}}.', { email: 'a@example.com' })).toBe('לפנייה: a@example.com.')
})
