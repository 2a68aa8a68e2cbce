// Texts and state of the invitation page, a plain HTML form that the server validates.

/** The state of an invitation's link, as the database returns it. */
export type InvitationState = 'draft' | 'sent' | 'opened' | 'accepted' | 'expired' | 'revoked' | 'gone' | 'unknown'

export const isOpen = (state: InvitationState) => state === 'draft' || state === 'sent' || state === 'opened'

/**
 * The invited address, the names of contact, coach and partner, whether the address has an account, and whether the link was mailed: only
 * then a password may be set.
 */
export type OpenInvitation = {
  email: string
  first_name: string
  coach: string | null
  partner: string | null
  has_account: boolean
  is_mailed: boolean
}

/** The state of the page: the form of an open invitation, or the reason why there is none. */
export type PageState =
  | {
      is: 'open'
      path: string
      token: string
      invitation: OpenInvitation
      passwordMinLength: number
      errors: { password?: string }
      problem?: string
    }
  | { is: 'expired'; path: string; token: string }
  | { is: 'accepted' | 'revoked' | 'gone' | 'unknown' | 'too_often' | 'requested' }
  | { is: 'without_token'; contactId: string }

/** The response to the opened beacon: whether the signed-in account differs from the invited one. */
export type OpenedResponse = { isOther: boolean }

export const texts = {
  required: 'שדה חובה',
  failed: 'ההפעלה לא הושלמה, ושום דבר לא נשמר. אפשר לנסות שוב',
} as const

/** A recognisable part of an address: n•••@example.com. */
export const maskEmail = (email: string) => email.replace(/^(.).*(?=@)/, '$1•••')
