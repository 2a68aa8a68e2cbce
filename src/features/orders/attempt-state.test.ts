import { expect, test } from 'vitest'
import { attemptStateText } from './attempt-state.ts'

test('a charge of a saved card that awaits its response is not labelled as a payment page', () => {
  expect(attemptStateText({ state: 'created', by_token: true })).toBe('חיוב בכרטיס השמור, עוד אין תשובה')
  expect(attemptStateText({ state: 'created', by_token: false })).toBe('עמוד התשלום לא נפתח')
  expect(attemptStateText({ state: 'paid', by_token: true })).toBe('שולם')
})
