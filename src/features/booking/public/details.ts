// Booking details of a visitor: field names, labels and client-side checks. No schema library: the server validates.
import { type FormBody, type FormText, textsOf } from '#lib/forms/form-post.ts'
import type { Question } from './booking-offer.ts'

export const maxQuestions = 8

/** Field name of the answer to the nth question. */
export const answerName = (index: number) => `answer${index + 1}`

const ownNames = ['name', 'phone', 'email', 'joins', 'partnerName', 'partnerEmail', 'marketingConsent'] as const
export const detailNames: readonly string[] = [
  ...ownNames,
  ...Array.from({ length: maxQuestions }, (_, index) => answerName(index)),
]

/** Details that can be prefilled from the page's query. */
export const prefillNames = ['name', 'phone', 'email'] as const

export const detailLabels: Readonly<Record<(typeof ownNames)[number], string>> = {
  name: 'שם מלא',
  phone: 'טלפון',
  email: 'דוא״ל',
  joins: 'בן או בת הזוג מצטרפים',
  partnerName: 'השם של בן או בת הזוג',
  partnerEmail: 'הדוא״ל של בן או בת הזוג',
  marketingConsent: 'הסכמה לדיוור',
}

/** Labels of all fields, in form order. */
export const labelsWith = (questions: readonly Question[]): Record<string, string> => ({
  ...detailLabels,
  ...Object.fromEntries(questions.map(({ label }, index) => [answerName(index), label])),
})

const texts = {
  required: 'שדה חובה',
  tooShort: 'יש להזין לפחות 2 תווים',
  phone: 'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
  email: 'כתובת הדוא״ל אינה תקינה',
  sameEmail: 'זו הכתובת שלכם. לבן או לבת הזוג נשלח אישור לכתובת אחרת',
} as const

export const answerLimit = 1000

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Errors by field that can be detected without the server. */
export function quickCheck(values: FormText, questions: readonly Question[]): Record<string, string> {
  const given = (name: string) => values[name]?.trim() ?? ''
  const errors: Record<string, string> = {}
  const checkName = (name: string) => {
    if (given(name).length < 2) errors[name] = given(name) ? texts.tooShort : texts.required
  }
  const checkEmail = (name: string) => {
    if (!given(name)) errors[name] = texts.required
    else if (!isEmail(given(name))) errors[name] = texts.email
  }
  checkName('name')
  if (!given('phone')) errors['phone'] = texts.required
  else if (given('phone').replaceAll(/\D/g, '').length < 9) errors['phone'] = texts.phone
  checkEmail('email')
  if (values['joins'] === 'on') {
    checkName('partnerName')
    checkEmail('partnerEmail')
    if (!errors['partnerEmail'] && given('partnerEmail').toLowerCase() === given('email').toLowerCase())
      errors['partnerEmail'] = texts.sameEmail
  }
  for (const [index, { is_required }] of questions.entries())
    if (is_required && !given(answerName(index))) errors[answerName(index)] = texts.required
  return errors
}

export const detailsOf = (body: FormBody): FormText => textsOf(body, detailNames)

/** Answers by question id. */
export const answersOf = (values: FormText, questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap(({ id }, index) => {
      const answer = values[answerName(index)]?.trim()
      return answer ? [[id, answer]] : []
    }),
  )
