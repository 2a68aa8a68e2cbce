// Contract of signatures: requests by staff, the client's signing input, and refusals.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const SignatureRequest = z.object({
  id: z.uuid(),
  file_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  file_name: z.string(),
  sha256: z.string(),
  requested_by: z.uuid().nullable(),
  requested_at: Instant,
  withdrawn_at: Instant.nullable(),
  signed_at: Instant.nullable(),
  signed_name: z.string().nullable(),
  signed_by: z.uuid().nullable(),
  signed_account: z.string().nullable(),
  signed_ip: z.string().nullable(),
  signed_user_agent: z.string().nullable(),
  version: z.int(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { signature_requests: SignatureRequest }

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** First and last name on one line. */
export const FullName = z
  .string()
  .max(400)
  .transform((name) => oneLine(name).trim())
  .pipe(z.string().min(2).max(120).regex(/\S \S/))

export const AskForSignature = z.strictObject({ fileId: z.uuid(), signers: z.array(z.uuid()).min(1).max(2) })
export const ReplaceDocument = z.strictObject({ fileId: z.uuid(), replacementId: z.uuid() })
export const SignDocument = z.strictObject({
  requestId: z.uuid(),
  fullName: FullName,
  /** The hash of the bytes that the browser showed. */
  sha256: Sha256,
})
export type SignDocument = z.input<typeof SignDocument>
export const DocumentSigned = z.object({ signedAt: z.iso.datetime() })

export const refusals = {
  document_gone: 'המסמך כבר לא כאן',
  document_private: 'המסמך פרטי לאחד מבני הזוג. כדי ששניהם יחתמו, העלו אותו שוב',
  document_changed: 'המסמך השתנה מאז שפתחתם אותו. פתחו אותו שוב לפני החתימה',
  no_signer: 'בחרו מי חותם',
  signer_without_account: 'אפשר לבקש חתימה רק ממי שכבר נכנסו לאזור האישי',
  signer_of_colleague: 'אפשר לבקש חתימה רק ממי שבליווי שלכם',
  signature_gone: 'הבקשה לחתימה כבר לא פתוחה',
  signature_final: 'המסמך כבר נחתם, והחתימה סופית',
  name_incomplete: 'הקלידו שם פרטי ושם משפחה',
} as const
