// Contract of invitations to the client portal.
import { Instant, z } from '#lib/schema.ts'

const ClientInvitation = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  email_norm: z.string(),
  token_hashes: z.array(z.string()),
  status: z.enum(['draft', 'sent', 'opened', 'accepted', 'revoked']),
  sent_at: Instant.nullable(),
  opened_at: Instant.nullable(),
  expires_at: Instant,
  resent_count: z.int(),
  requested_at: Instant.nullable(),
  accepted_at: Instant.nullable(),
  accepted_user_id: z.uuid().nullable(),
  revoked_at: Instant.nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  version: z.int(),
  unmailed_hashes: z.array(z.string()),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { client_invitations: ClientInvitation }

/** Lifetime of a link in days; a new link extends the invitation. */
export const invitationDays = 14

export const invitationPath = (contactId: string, token = '') =>
  `/client-invitation/${contactId}${token && `?token=${token}`}`

/** `link` returns the URL without sending a mail, for staff to send manually. */
export const InviteClient = z.object({ contactId: z.uuid(), how: z.enum(['mail', 'link']) })
export const InvitationResult = z.object({ email: z.string(), link: z.string().nullable() })
export type InvitationResult = z.infer<typeof InvitationResult>

export const refusals = {
  contact_not_found: 'איש הקשר כבר לא כאן, או שאין לכם גישה אליו',
  client_has_account: 'כבר יש כניסה לאזור האישי',
  client_without_email: 'אין כתובת דוא״ל. אפשר להוסיף אותה בפרטים ולשלוח שוב',
  invited_too_often: 'ההזמנה נשלחה לפני רגע. אפשר לשלוח שוב בעוד כמה דקות',
  invitation_not_open: 'ההזמנה כבר לא פתוחה',
  account_of_another_client: 'החשבון הזה כבר משויך לתיק לקוח אחר. פנו אלינו ונסדר את זה',
} as const
