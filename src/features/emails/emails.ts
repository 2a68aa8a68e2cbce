// The words of the mails that the site sends: what the code says, and what the business may say instead.
import { fillTokens } from '#lib/fill-tokens.ts'
import { count, oneLine, plainText } from '#lib/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const emailKinds = [
  'confirm_signup',
  'recover_password',
  'change_email',
  'magic_link',
  'invite',
  'reauthenticate',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Blank lines part the paragraphs of `body`. `button` is null where the mail has no link. */
export type EmailWords = {
  subject: string
  preheader: string
  heading: string
  body: string
  button: string | null
  closing: string
}

export const EmailText = z.object({
  kind: z.enum(emailKinds),
  subject: z.string(),
  preheader: z.string(),
  heading: z.string(),
  body: z.string(),
  button: z.string().nullable(),
  closing: z.string(),
  updated_at: Instant,
  version: z.int(),
})
export type EmailText = z.infer<typeof EmailText>

/** @public Each table with its row: a test marries them. */
export const rows = { email_texts: EmailText }

/** What may stand between double braces in the words. */
export const emailTokens = {
  email: 'הכתובת שאליה נשלח המייל',
  newEmail: 'הכתובת החדשה, בשינוי כתובת',
  businessName: 'שם העסק',
  validFor: 'כמה זמן הקישור תקף: לשעה, ל־24 שעות',
} as const

/** @public What the database refuses, in words. */
export const refusals = {
  email_subject_length: 'הנושא: עד 120 תווים, בשורה אחת',
  email_preheader_length: 'שורת התצוגה: עד 200 תווים, בשורה אחת',
  email_heading_length: 'הכותרת: עד 120 תווים, בשורה אחת',
  email_body_length: 'גוף ההודעה: עד 4,000 תווים',
  email_button_length: 'הכפתור: עד 60 תווים, בשורה אחת',
  email_closing_length: 'שורת הסיום: עד 1,000 תווים',
  email_without_button: 'להודעה הזו צריך כפתור',
  unknown_email_token: 'אפשר להשתמש רק בשדות שברשימה',
  unknown_email_kind: 'אין הודעה כזו',
} as const

export type EmailValues = Record<keyof typeof emailTokens, string | undefined>

/** The words with the values in place of their tokens. A subject stays one line whatever a value brings. */
export function fillEmail(words: EmailWords, values: EmailValues): EmailWords {
  const lines = (text: string) => plainText(fillTokens(text, values))
  return {
    subject: oneLine(fillTokens(words.subject, values)),
    preheader: oneLine(fillTokens(words.preheader, values)),
    heading: oneLine(fillTokens(words.heading, values)),
    body: lines(words.body),
    button: words.button === null ? null : oneLine(fillTokens(words.button, values)),
    closing: lines(words.closing),
  }
}

/** How long something holds, as it stands after "תקף": "לשעה", "ל־24 שעות", "ל־3 ימים". */
export function validFor(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return count(minutes, { one: 'לדקה', two: 'לשתי דקות', other: 'ל־# דקות' })
  const hours = Math.round(minutes / 60)
  if (hours < 48) return count(hours, { one: 'לשעה', two: 'לשעתיים', other: 'ל־# שעות' })
  return count(Math.round(hours / 24), { one: 'ליום', two: 'ליומיים', other: 'ל־# ימים' })
}
