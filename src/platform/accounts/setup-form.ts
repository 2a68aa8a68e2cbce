// Texts and fields of the setup page. A plain HTML form, validated on the server.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

export const fieldNames = ['businessName', 'fullName', 'email', 'password'] as const
export type FieldName = (typeof fieldNames)[number]

/** Values to prefill after a rejected submission. Never the password. */
export type SetupValues = Partial<Record<Exclude<FieldName, 'password'>, string>>
export type SetupErrors = Partial<Record<FieldName, string>>

/** State of an invitation token as returned by the database. */
export type InvitationState = 'open' | 'used' | 'expired' | 'unknown'

/** State of the page: a form for an open token, or the reason there is none. */
export type SetupState =
  | {
      is: 'open'
      key: string
      passwordMinLength: number
      values: SetupValues
      errors: SetupErrors
      problem?: string
    }
  | { is: Exclude<InvitationState, 'open'> | 'too_often' }

export const labels: Record<FieldName, string> = {
  businessName: 'שם העסק',
  fullName: 'שם מלא',
  email: 'דוא״ל',
  password: 'סיסמה',
}

export const setupTexts = {
  required: 'שדה חובה',
  tooShort: 'יש להזין לפחות 2 תווים',
  tooLong: 'עד 80 תווים',
  email: 'כתובת הדוא״ל אינה תקינה',
  emailTaken: 'לכתובת הזו כבר יש חשבון. אפשר לבחור כתובת אחרת',
  failed: 'הפתיחה לא הצליחה, ושום דבר לא נשמר. אפשר לנסות שוב',
} as const

export const fieldId = (name: FieldName) => `setup-${name}`

/** Id of the error summary: the rejected form scrolls to it. */
export const summaryId = 'setup-errors'

const Name = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(1, setupTexts.required).min(2, setupTexts.tooShort).max(80, setupTexts.tooLong))

/** Input for the first owner. Address and password rules belong to auth. */
export const NewOwner = z.object({
  businessName: Name,
  fullName: Name,
  email: z.string().transform(oneLine).pipe(z.string().min(1, setupTexts.required)),
  password: z.string().min(1, setupTexts.required),
})
export type NewOwner = z.infer<typeof NewOwner>
