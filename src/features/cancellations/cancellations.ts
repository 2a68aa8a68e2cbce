// Cancellation of a purchase: form schema and row schemas.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { Instant, z } from '#lib/schema.ts'

export { type Cancellation, type LegalRefund, legalRefund } from './legal-refund.ts'

export const CancellationRequest = z.object({
  id: z.uuid(),
  ticket_number: z.int(),
  contact_id: z.uuid(),
  task_id: z.uuid().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  reference: z.string(),
  what: z.string().nullable(),
  may_have_longer: z.boolean(),
  words_hash: z.string(),
  receipt_hash: z.string(),
  is_receipt_mailed: z.boolean(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  received_at: Instant,
  holds_until: Instant,
})
export type CancellationRequest = z.infer<typeof CancellationRequest>

const CancellationReceipt = z.object({ receipt_hash: z.string(), request_id: z.uuid(), created_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { cancellation_requests: CancellationRequest, cancellation_receipts: CancellationReceipt }

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'
const referenceMissing = 'יש להזין ארבע ספרות אחרונות של מספר הזהות, או מספר הזמנה'
const whatTooLong = 'עד 2,000 תווים'

/** Retains only the last four digits of an identity number: enough to find the purchase. */
const Reference = z
  .string(referenceMissing)
  .max(200, 'עד 40 תווים')
  .transform((typed) => lastDigits(plainText(typed)))
  .pipe(z.string().min(4, referenceMissing).max(40, 'עד 40 תווים'))

function lastDigits(typed: string) {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{9}$/.test(digits) ? digits.slice(-4) : typed
}

export const CancelTransaction = z.object(
  {
    name: PersonName,
    reference: Reference,
    email: EmailAddress,
    phone: optional(Phone),
    what: optional(
      z.string(malformedFormText).max(8000, whatTooLong).transform(plainText).pipe(z.string().max(2000, whatTooLong)),
    ),
    mayHaveLonger: z
      .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
      .default(false),
    privacyTextId: optional(z.uuid('הנוסח שהוצג אינו מוכר. רעננו את העמוד')),
    sourceUrl: SourceUrl,
  },
  malformedFormText,
)
export type CancelTransaction = z.output<typeof CancelTransaction>

/** `receipt` is the token in the receipt URL. */
export const TransactionCancelled = z.object({ ticketNumber: z.string(), receivedAt: Instant, receipt: z.string() })
export type TransactionCancelled = z.infer<typeof TransactionCancelled>

export const refusals = {
  too_many_requests: 'הגיעו מכאן הרבה הודעות בזמן קצר. אפשר לנסות שוב מאוחר יותר, או להתקשר אלינו',
} as const
