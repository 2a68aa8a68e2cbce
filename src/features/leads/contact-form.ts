// Labels, field names and quick checks of the contact form, shared by page, island and plain POST. No schema library: the server validates.
import type { FormState } from '#lib/forms/form-post.ts'

export const fieldNames = ['name', 'phone', 'email', 'topic', 'message', 'marketingConsent'] as const
export type FieldName = (typeof fieldNames)[number]

export type FormValues = Partial<Record<Exclude<FieldName, 'marketingConsent'>, string>> & {
  marketingConsent?: boolean
}
export type FormErrors = Partial<Record<FieldName, string>>
export type ContactFormState = FormState<FormValues>

export const labels: Record<FieldName, string> = {
  name: 'שם מלא',
  phone: 'טלפון',
  email: 'דוא״ל',
  topic: 'נושא הפנייה',
  message: 'הודעה',
  marketingConsent: 'הסכמה לדיוור',
}

export const texts = {
  required: 'שדה חובה',
  tooShort: 'יש להזין לפחות 2 תווים',
  phoneOrEmail: 'יש להזין טלפון או דוא״ל, כדי שנוכל לחזור אליכם',
  phone: 'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
  email: 'כתובת הדוא״ל אינה תקינה',
  unreachable: 'אין חיבור לשרת. מה שכתבתם נשאר כאן, אפשר לנסות שוב',
  failed: 'לא הצלחנו לקבל את הפנייה. מה שכתבתם נשאר כאן, אפשר לנסות שוב',
  suspicious: 'לא הצלחנו לקבל את הפנייה. אפשר להתקשר אלינו או לכתוב בדוא״ל',
  tooLong: 'ההודעה ארוכה מדי. אפשר לקצר אותה, או לשלוח בדוא״ל',
  wrongKind: 'הפנייה לא הגיעה בצורה שאפשר לקרוא. אפשר למלא את הטופס כאן',
} as const

/** In characters. */
export const messageLimit = 4000
export const messageTooLong = `עד ${messageLimit.toLocaleString('he-IL')} תווים`

export const fieldId = (name: FieldName) => `contact-${name}`

/** Id of the error summary: the redirect of the plain POST jumps there. */
export const summaryId = 'contact-errors'

/** Errors that the client detects without a request; the server validates again. */
export function quickCheck({ name = '', phone = '', email = '', message = '' }: FormValues): FormErrors {
  const errors: FormErrors = {}
  if (name.trim().length < 2) errors.name = name.trim() ? texts.tooShort : texts.required
  if (!phone.trim() && !email.trim()) errors.phone = texts.phoneOrEmail
  if (phone.trim() && phone.replace(/\D/g, '').length < 9) errors.phone = texts.phone
  if (email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) errors.email = texts.email
  if (message.length > messageLimit) errors.message = messageTooLong
  return errors
}

/** Reads a submitted form. A field that is not text counts as empty. */
export function valuesOf(read: (name: string) => unknown): FormValues {
  const typed = fieldNames.flatMap((name) => {
    const value = read(name)
    return name !== 'marketingConsent' && typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return { ...Object.fromEntries(typed), marketingConsent: read('marketingConsent') === 'on' }
}

/** Keeps only the errors of fields that this form shows. */
export function errorsOf(fields: Record<string, string>): FormErrors {
  return Object.fromEntries(fieldNames.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}
