// Contract of sign-ups: the offers of the landing pages, and their form.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { plainText } from '#lib/hebrew/hebrew-text.ts'
import { optional, Phone } from '#lib/forms/visitor-fields.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const offers = ['ninja', 'fiscal-fitness', 'lesson'] as const
export type OfferName = (typeof offers)[number]

export const offerLabels: Record<OfferName, string> = {
  ninja: 'אתגר נינג׳ה בסופר',
  'fiscal-fitness': 'כושר פיננסי',
  lesson: 'שיעור לדוגמה',
}

export const Signup = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  offer: z.enum(offers),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  utm: JsonObject,
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
})
export type Signup = z.infer<typeof Signup>

/** @public Row schema of each table; a test compares them with the database. */
export const rows = { signups: Signup }

const broken = 'הטופס לא הגיע כמו שצריך. רעננו את העמוד ונסו שוב'

export const SignUp = z
  .object(
    {
      offer: z.enum(offers, broken),
      name: PersonName,
      email: EmailAddress,
      phone: optional(Phone),
      marketingConsent: z
        .union([z.boolean(), z.stringbool({ truthy: ['on', 'true'], falsy: ['off', 'false', ''] })], broken)
        .default(false),
      consentTextId: optional(z.uuid('הנוסח שאושר אינו מוכר. רעננו את העמוד')),
      privacyTextId: optional(z.uuid('הנוסח שהוצג אינו מוכר. רעננו את העמוד')),
      sourceUrl: optional(z.string(broken).transform((url) => plainText(url).slice(0, 500))),
    },
    broken,
  )
  .refine(({ marketingConsent, consentTextId }) => !marketingConsent || consentTextId !== undefined, {
    path: ['marketingConsent'],
    message: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  })
export type SignUp = z.output<typeof SignUp>

export const SignedUp = z.object({ offer: z.enum(offers) })
export type SignedUp = z.infer<typeof SignedUp>

export const refusals = {
  consent_text_unknown: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  too_many_requests: 'הגיעו מכאן הרבה הרשמות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const

const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const

/** The utm parameters of a URL, each value at most 100 characters long. */
export function utmOf(address: string | undefined): Record<string, string> {
  if (!address || !URL.canParse(address)) return {}
  const { searchParams } = new URL(address)
  return Object.fromEntries(
    utmNames.flatMap((name) => {
      const value = plainText(searchParams.get(name) ?? '').slice(0, 100)
      return value ? [[name, value]] : []
    }),
  )
}
