// What the page that opens the business says and carries. A plain HTML form: the server decides.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

export const fieldNames = ['businessName', 'fullName', 'email', 'password'] as const
export type FieldName = (typeof fieldNames)[number]

/** What may be shown again. Never the password. */
export type SetupValues = Partial<Record<Exclude<FieldName, 'password'>, string>>
export type SetupErrors = Partial<Record<FieldName, string>>

/** What stands behind a key, as the database says it. */
export type InvitationState = 'open' | 'used' | 'expired' | 'unknown'

/** The page: the form behind an open key, or why there is none. */
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

export const words = {
  required: 'שדה חובה',
  tooShort: 'יש להזין לפחות 2 תווים',
  tooLong: 'עד 80 תווים',
  email: 'כתובת הדוא״ל אינה תקינה',
  emailTaken: 'לכתובת הזו כבר יש חשבון. אפשר לבחור כתובת אחרת',
  passwordTooShort: (least: number) => `הסיסמה קצרה מדי: לפחות ${least} תווים`,
  passwordTooLong: 'הסיסמה ארוכה מדי: עד 72 אותיות באנגלית, או 36 בעברית',
  failed: 'הפתיחה לא הצליחה, ושום דבר לא נשמר. אפשר לנסות שוב',
} as const

export const fieldId = (name: FieldName) => `setup-${name}`

/** Where a form that came back says why: sending it jumps there. */
export const summaryId = 'setup-errors'

const Name = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(1, words.required).min(2, words.tooShort).max(80, words.tooLong))

/** Who opens the business. What an address and a password have to be like is auth's to say. */
export const NewOwner = z.object({
  businessName: Name,
  fullName: Name,
  email: z.string().transform(oneLine).pipe(z.string().min(1, words.required)),
  password: z.string().min(1, words.required),
})
export type NewOwner = z.infer<typeof NewOwner>
