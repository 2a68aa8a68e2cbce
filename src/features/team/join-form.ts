// What the page behind a mailed invitation says and carries. A plain HTML form: the server decides.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import type { StaffRole } from './team.ts'

/** What stands behind a key, as the database says it. */
export type InvitationState = 'open' | 'accepted' | 'expired' | 'revoked' | 'unknown'

/** Who is invited, to what, and whether their address has an account already. */
export type OpenInvitation = { email: string; role: StaffRole; inviter: string | null; has_account: boolean }

export type JoinErrors = { fullName?: string; password?: string }

/** The page: the form behind an open key, or why there is none. */
export type JoinState =
  | {
      is: 'open'
      key: string
      invitation: OpenInvitation
      passwordMinLength: number
      fullName: string
      errors: JoinErrors
      problem?: string
    }
  | { is: Exclude<InvitationState, 'open'> | 'too_often' }

export const words = {
  required: 'שדה חובה',
  nameTooShort: 'יש להזין לפחות 2 תווים',
  nameTooLong: 'עד 80 תווים',
  passwordTooShort: (least: number) => `הסיסמה קצרה מדי: לפחות ${least} תווים`,
  passwordTooLong: 'הסיסמה ארוכה מדי: עד 72 אותיות באנגלית, או 36 בעברית',
  failed: 'ההצטרפות לא הושלמה, ושום דבר לא נשמר. אפשר לנסות שוב',
} as const

/** Whoever has an account keeps its name and its password. */
export const NewMember = z.object({
  fullName: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, words.required).min(2, words.nameTooShort).max(80, words.nameTooLong)),
  password: z.string().min(1, words.required),
})
export type NewMember = z.infer<typeof NewMember>
