// Contract of contact requests: topics, input schema, response deadline, refusal texts.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'
import { messageLimit, messageTooLong } from './contact-form.ts'
import { topics } from './topics.ts'

export const ContactRequest = z.object({
  id: z.uuid(),
  ticket_number: z.int(),
  contact_id: z.uuid(),
  opportunity_id: z.uuid().nullable(),
  task_id: z.uuid().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  topic: z.enum(topics),
  message: z.string().nullable(),
  words_hash: z.string(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  holds_until: Instant,
  is_demo: z.boolean(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { contact_requests: ContactRequest }

const phoneInvalid = 'מספר הטלפון אינו תקין. דוגמה: 050-0000001'

const malformedFormText = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'

/** An empty form field counts as missing. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), type.optional())

/** A rough check for the page's error message; the server validates against the full numbering plan. */
const LooksLikePhone = z
  .string(phoneInvalid)
  .max(60, phoneInvalid)
  .transform(plainText)
  .refine(
    (text) => /^[+(]?[\d\s()./\u2010-\u2015-]{7,}$/.test(text) && text.replaceAll(/\D/g, '').length <= 17,
    phoneInvalid,
  )

const Message = z
  .string(malformedFormText)
  // Bounds the raw input before plainText normalizes it.
  .max(messageLimit * 4, messageTooLong)
  .transform(plainText)
  .pipe(z.string().max(messageLimit, messageTooLong))

export const AskForContact = z
  .object(
    {
      name: PersonName,
      phone: optional(LooksLikePhone),
      email: optional(EmailAddress),
      topic: z.enum(topics, 'יש לבחור נושא'),
      message: optional(Message),
      /** Never preselected; a plain HTML form sends 'on'. */
      marketingConsent: z
        .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], malformedFormText)
        .default(false),
      /** The versions of the consent text and the privacy notice that were shown. */
      consentTextId: optional(z.uuid('הנוסח שאושר אינו מוכר. רעננו את העמוד')),
      privacyTextId: optional(z.uuid('הנוסח שהוצג אינו מוכר. רעננו את העמוד')),
      sourceUrl: SourceUrl,
    },
    malformedFormText,
  )
  .refine(({ phone, email }) => phone !== undefined || email !== undefined, {
    path: ['phone'],
    message: 'יש להזין טלפון או דוא״ל, כדי שנוכל לחזור אליכם',
    // Also runs while other fields are invalid, so that one attempt reports every error.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .refine(({ marketingConsent, consentTextId }) => !marketingConsent || consentTextId !== undefined, {
    path: ['marketingConsent'],
    message: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  })
/** Form input before parsing. */
export type AskForContactInput = z.input<typeof AskForContact>
export type AskForContact = z.output<typeof AskForContact>

export const ContactRequestResult = z.object({ ticketNumber: z.string() })
export type ContactRequestResult = z.infer<typeof ContactRequestResult>

/** The next working day in Israel, Sunday to Thursday: the deadline for an answer. Holidays are not considered. */
export function answerDeadline(today: string): string {
  const next = addDays(today, 1)
  const weekday = new Date(next).getUTCDay()
  if (weekday === 5) return addDays(next, 2)
  return weekday === 6 ? addDays(next, 1) : next
}

export const refusals = {
  consent_text_unknown: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  phone_invalid: phoneInvalid,
  too_many_requests: 'הגיעו מכאן הרבה פניות בזמן קצר. אפשר לנסות שוב מאוחר יותר, או להתקשר אלינו',
} as const
