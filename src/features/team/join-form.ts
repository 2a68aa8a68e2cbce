// Texts, state and schema of the invitation page. A plain HTML form, validated by the server.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import type { StaffRole } from './team.ts'

/** The state of an invitation token, as the database returns it. */
export type InvitationState = 'open' | 'accepted' | 'expired' | 'revoked' | 'unknown'

/** The invitee's address and role, and whether the address has an account. */
export type OpenInvitation = { email: string; role: StaffRole; inviter: string | null; has_account: boolean }

export type JoinErrors = { fullName?: string; password?: string }

/** The page's state: the form of an open invitation, or why there is none. */
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

export const texts = {
  required: 'שדה חובה',
  nameTooShort: 'יש להזין לפחות 2 תווים',
  nameTooLong: 'עד 80 תווים',
  failed: 'ההצטרפות לא הושלמה, ושום דבר לא נשמר. אפשר לנסות שוב',
} as const

/** Fields of a new account. An existing account keeps its name and password. */
export const NewMember = z.object({
  fullName: z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, texts.required).min(2, texts.nameTooShort).max(80, texts.nameTooLong)),
  password: z.string().min(1, texts.required),
})
export type NewMember = z.infer<typeof NewMember>
