import { expect, test } from 'vitest'
import { messageLimit } from './contact-form.ts'
import { answerDeadline, AskForContact } from './leads.ts'
import { isSales, topics } from './topics.ts'

const request = { name: 'נועה לדוגמה', phone: '050-0000011', topic: 'coaching' }
const invalidFields = (input: object) => {
  const { error } = AskForContact.safeParse(input)
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

test('a name, a topic and one contact channel are enough', () => {
  expect(AskForContact.parse(request)).toEqual({ ...request, marketingConsent: false })
  expect(
    AskForContact.parse({ name: 'נועה', email: ' Noa@Example.com ', phone: '', message: '', topic: 'talk' }),
  ).toEqual({
    name: 'נועה',
    email: 'noa@example.com',
    topic: 'talk',
    marketingConsent: false,
  })
})

test('all invalid fields are reported at once', () => {
  expect(invalidFields({ name: 'א', topic: 'else', message: 'x'.repeat(messageLimit + 1) })).toEqual({
    name: 'יש להזין לפחות 2 תווים',
    topic: 'יש לבחור נושא',
    message: 'עד 4,000 תווים',
    phone: 'יש להזין טלפון או דוא״ל, כדי שנוכל לחזור אליכם',
  })
  expect(invalidFields({ ...request, phone: 'אין לי', email: 'noa@' })).toEqual({
    phone: 'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
    email: 'כתובת הדוא״ל אינה תקינה',
  })
  expect(invalidFields({})).toMatchObject({ name: 'שדה חובה', topic: 'יש לבחור נושא' })
})

test('bidi control characters are removed, and markup is left as typed', () => {
  const { name, message } = AskForContact.parse({
    ...request,
    name: '\u202e<b>נועה</b>\u2066\u0000  לדוגמה\u2069\n',
    message: 'שורה\r\nשנייה\u200f\u0007',
  })
  expect(name).toBe('<b>נועה</b> לדוגמה')
  expect(message).toBe('שורה\nשנייה')
})

test.each([
  '050-0000011',
  '0500000011',
  '+972 (0)50-000-0011',
  '050–000–0011',
  '\u200e972500000011',
  '(050) 000.0011',
  '03-0000000',
  '1-800-000-000',
])('the page accepts %s as a phone number', (phone) => {
  expect(invalidFields({ ...request, phone })).toEqual({})
})

test('a ticked consent box counts only together with the text shown beside it', () => {
  expect(invalidFields({ ...request, marketingConsent: true })).toHaveProperty('marketingConsent')
  expect(
    AskForContact.parse({ ...request, marketingConsent: 'on', consentTextId: crypto.randomUUID() }).marketingConsent,
  ).toBe(true)
})

test('a message of ten megabytes is refused', () => {
  expect(invalidFields({ ...request, message: 'א'.repeat(10_000_000) })).toEqual({ message: 'עד 4,000 תווים' })
})

test('five topics open an opportunity, and three create a task', () => {
  expect(topics.filter(isSales)).toEqual(['coaching', 'program', 'session', 'talk', 'call'])
})

test('a request is answered by the next working day, Sunday to Thursday', () => {
  expect(answerDeadline('2026-11-22')).toBe('2026-11-23') // Sunday
  expect(answerDeadline('2026-11-26')).toBe('2026-11-29') // Thursday
  expect(answerDeadline('2026-11-27')).toBe('2026-11-29') // Friday
  expect(answerDeadline('2026-11-28')).toBe('2026-11-29') // Saturday
})
