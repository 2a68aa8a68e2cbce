import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import type { SetupState } from './setup-form.ts'
import { head, View } from './setup-page.tsx'

const open: SetupState = { is: 'open', key: 'k3y', passwordMinLength: 8, values: {}, errors: {} }
const show = (form: SetupState) => renderHtml(<View request={{ form }} />)

test('the setup form has fields for the business and its owner, and submits the invitation token', () => {
  const { html, headings, text } = show(open)
  expect(headings).toEqual(['1 פותחים את העסק'])
  expect(partsOf(html).fields).toEqual({ key: 'k3y', businessName: '', fullName: '', email: '', password: '' })
  expect(partsOf(html).attributes('form')).toMatchObject([{ method: 'post', action: '/setup#setup-errors' }])
  expect(text).toContain('לפחות 8 תווים')
  expect(text).not.toContain('הסיסמה לא נשמרה בטופס')
})

test('a rejected form is refilled except for the password, and links to the invalid fields', () => {
  const { html, links, text } = show({
    ...open,
    values: { businessName: 'בית מרווח', email: 'a@b' },
    errors: { email: 'כתובת הדוא״ל אינה תקינה' },
  })
  expect(partsOf(html).fields).toMatchObject({ businessName: 'בית מרווח', email: 'a@b', password: '' })
  expect(links).toEqual([['דוא״ל: כתובת הדוא״ל אינה תקינה', '#setup-email']])
  expect(text).toContain('הסיסמה לא נשמרה בטופס, ויש להזין אותה שוב')
})

test('the page title of a rejected form begins with the error, which screen readers announce first', () => {
  const titleOf = (form: SetupState) => head({ request: { form } }).title
  expect(titleOf(open)).toBe('פתיחת העסק')
  expect(titleOf({ ...open, errors: { email: 'א', password: 'ב' } })).toBe('יש שני שדות לתיקון – פתיחת העסק')
  expect(titleOf({ ...open, problem: 'לא הצלחנו' })).toBe('לא הצלחנו – פתיחת העסק')
  expect(titleOf({ is: 'expired' })).toBe('הכתובת כבר אינה בתוקף')
})

test.each([
  ['used', 'העסק כבר נפתח', [['כניסה', '/auth']]],
  ['unknown', 'הכתובת אינה מוכרת', []],
  ['expired', 'הכתובת כבר אינה בתוקף', []],
  ['too_often', 'יותר מדי ניסיונות', []],
] as const)(
  'an invitation in the state %s has no form, and a sign-in link only if the business exists',
  (is, title, links) => {
    const shown = show({ is })
    expect(shown.headings).toEqual([`1 ${title}`])
    expect(shown.html).not.toContain('<form')
    expect(shown.links).toEqual(links)
  },
)
