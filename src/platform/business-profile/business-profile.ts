// Name and brand of the business: shown on every public page, edited in the settings.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

const HexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'יש להזין צבע בן שש ספרות, למשל ‎#2F5D50')

export const BrandColors = z.object({
  primary: HexColor.optional(),
  secondary: HexColor.optional(),
  accent: HexColor.optional(),
})
export type BrandColors = z.infer<typeof BrandColors>

export const socialNetworks = ['facebook', 'instagram', 'youtube', 'linkedin', 'tiktok', 'x'] as const
export const Socials = z.partialRecord(
  z.enum(socialNetworks),
  z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'יש להזין כתובת שמתחילה ב־https' }),
)
export type Socials = z.infer<typeof Socials>

const line = z.string().nullable()

const shown = {
  business_name: z.string(),
  legal_name: line,
  company_number: line,
  address: line,
  phone: line,
  mobile: line,
  email: line,
  privacy_email: line,
  accessibility_email: line,
  accessibility_coordinator: line,
  product_name: line,
  coach_name: line,
  hours: line,
  login_url: line,
  socials: Socials,
  logo_url: line,
  logo_light_url: line,
  logo_dark_url: line,
  profile_image_url: line,
  brand_colors: BrandColors.nullable(),
  updated_at: Instant,
}

export const BusinessProfile = z.object({
  user_id: z.uuid(),
  ...shown,
  published_at: Instant.nullable(),
  created_at: Instant,
  updated_by: z.uuid().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type BusinessProfile = z.infer<typeof BusinessProfile>

/** Row of get_public_business_profile, which returns none or one. */
export const PublicBusinessProfile = z.object({ ...shown, is_published: z.boolean() })
export type PublicBusinessProfile = z.infer<typeof PublicBusinessProfile>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { business_profiles: BusinessProfile }

/** Check digit of Israeli company numbers: weights 1 and 2 alternate, digits are summed, the total is a multiple of ten. */
export function isCompanyNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || /^0+$/.test(text)) return false
  const sum = text.split('').reduce((total, digit, i) => {
    const weighted = Number(digit) * ((i % 2) + 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

/** Form input of the settings screen. Empty fields become null. */
const Line = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(200, 'עד 200 תווים'))
  .transform((text) => text || null)
/** Also accepts short numbers with a star, which libphonenumber does not know. */
const Phone = Line.refine(
  (text) => text === null || /^[*+]?\d[\d -]{2,18}$/.test(text),
  'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
)
const Email = Line.refine((text) => text === null || z.email().safeParse(text).success, 'כתובת הדוא״ל אינה תקינה')
/** URL of the client area in an external app. */
const LoginUrl = Line.refine(
  (text) => text === null || z.url({ protocol: /^https$/, hostname: z.regexes.domain }).safeParse(text).success,
  'יש להזין כתובת שמתחילה ב־https',
)
export const BusinessProfileEdit = z
  .object({
    business_name: z
      .string()
      .transform(oneLine)
      .pipe(z.string().min(2, 'יש להזין לפחות 2 תווים').max(80, 'עד 80 תווים')),
    legal_name: Line,
    company_number: Line.refine((text) => text === null || isCompanyNumber(text), 'מספר החברה אינו תקין'),
    address: Line,
    phone: Phone,
    mobile: Phone,
    email: Email,
    privacy_email: Email,
    accessibility_email: Email,
    accessibility_coordinator: Line,
    product_name: Line,
    coach_name: Line,
    hours: Line,
    login_url: LoginUrl,
    socials: Socials,
    brand_colors: BrandColors.nullable(),
  })
  .partial()
export type BusinessProfileEdit = z.infer<typeof BusinessProfileEdit>

/** Image kinds of spec §7: the bucket of each, and the columns that reference it. */
export const pictureKinds = {
  logo: { bucket: 'business-logos', columns: ['logo_light_url', 'logo_url'], name: 'הלוגו' },
  'logo-light': { bucket: 'business-logos', columns: ['logo_light_url', 'logo_url'], name: 'הלוגו הבהיר' },
  'logo-dark': { bucket: 'business-logos', columns: ['logo_dark_url'], name: 'הלוגו הכהה' },
  profile: { bucket: 'business-profiles', columns: ['profile_image_url'], name: 'תמונת הפרופיל' },
} as const
export type PictureKind = keyof typeof pictureKinds

/** Noun and verb agree in grammatical gender. */
export const uploadedText = (kind: PictureKind) =>
  `${pictureKinds[kind].name} ${kind === 'profile' ? 'הועלתה ועודכנה' : 'הועלה ועודכן'} בהצלחה`

/** User-facing texts of database and storage refusals. */
export const refusals = {
  company_number_invalid: 'מספר החברה אינו תקין',
  brand_colors_invalid: 'אחד הצבעים אינו תקין',
  login_url_invalid: 'הקישור לאזור האישי אינו תקין',
  socials_invalid: 'אחד הקישורים אינו תקין',
  picture_address_invalid: 'אפשר להציג רק תמונה שהועלתה לכאן',
  not_signed_in: 'יש להיכנס לחשבון כדי לשמור',
  picture_type: 'הקובץ אינו תמונה שאפשר להציג. מתאימים: PNG, JPG, WebP או AVIF',
  picture_size: 'הקובץ גדול מ־5 מ״ב. אפשר להקטין את התמונה ולנסות שוב',
  picture_pixels: 'התמונה גדולה מדי: עד 6,000 פיקסלים בכל צד',
  picture_broken: 'הקובץ פגום ואי אפשר להציג אותו. אפשר לייצא אותו מחדש ולנסות שוב',
} as const

const group = 'העסק'

/** Merge fields of the business for message templates. Values come from private.merge_values_of_business. */
export const businessMergeFields: readonly MergeField[] = [
  { name: 'שם_העסק', label: 'שם העסק', group, kind: 'text', sample: 'בית מרווח', aliases: ['businessName'] },
  { name: 'שם_משפטי', label: 'השם המשפטי', group, kind: 'text', sample: 'חברה לדוגמה בע״מ', aliases: ['legalName'] },
  { name: 'מספר_חברה', label: 'מספר החברה', group, kind: 'text', sample: '516127057', aliases: ['companyNumber'] },
  { name: 'טלפון_העסק', label: 'טלפון העסק', group, kind: 'text', sample: '03-0000000', aliases: ['phone'] },
  { name: 'נייד_העסק', label: 'נייד העסק', group, kind: 'text', sample: '050-0000001', aliases: ['mobile'] },
  { name: 'דואל_העסק', label: 'דוא״ל העסק', group, kind: 'text', sample: 'info@example.com', aliases: ['email'] },
  { name: 'כתובת_העסק', label: 'כתובת העסק', group, kind: 'text', sample: 'רחוב הדוגמה 1', aliases: ['address'] },
  { name: 'שם_התוכנית', label: 'שם התוכנית', group, kind: 'text', sample: 'בית מאוזן', aliases: ['productName'] },
  { name: 'צוות', label: 'שם צוות הליווי', group, kind: 'text', sample: 'צוות הליווי', aliases: ['coachName'] },
  { name: 'שעות_פעילות', label: 'שעות פעילות', group, kind: 'text', sample: 'א׳ עד ה׳, 9:00 עד 18:00' },
  { name: 'היום', label: 'התאריך ביום השליחה', group, kind: 'day', sample: { day: '2026-11-24' } },
  { name: 'קישור.אתר', label: 'האתר', group: 'קישורים', kind: 'link', sample: '/' },
  { name: 'קישור.אזור_אישי', label: 'האזור האישי', group: 'קישורים', kind: 'link', sample: '/client-portal' },
]
