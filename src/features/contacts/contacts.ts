// Contacts, households and contact points.
import { OptionalChoice, OptionalDay, optionalLine } from '#lib/forms/form-fields.ts'
import { phoneInvalid } from '#lib/format-phone.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { Day, Instant, JsonObject, z } from '#lib/schema.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'

export const lifecycles = ['subscriber', 'lead', 'qualified', 'client', 'past_client'] as const
export const lifecycleLabels: Record<(typeof lifecycles)[number], string> = {
  subscriber: 'רשומים לניוזלטר',
  lead: 'מתעניינים',
  qualified: 'בתהליך היכרות',
  client: 'לקוחות',
  past_client: 'לקוחות לשעבר',
}

/** Grammatical gender for addressing the contact; `plural` also fits a couple with one record. */
export const genderForms = ['neutral', 'f', 'm', 'plural'] as const
export type GenderForm = (typeof genderForms)[number]
export const genderFormLabels: Record<GenderForm, string> = {
  neutral: 'לשון ניטרלית',
  f: 'לשון נקבה',
  m: 'לשון זכר',
  plural: 'לשון רבים',
}

const personalLabels: Record<(typeof lifecycles)[number], Record<Exclude<GenderForm, 'plural'>, string>> = {
  subscriber: { neutral: 'רשום/ה לניוזלטר', f: 'רשומה לניוזלטר', m: 'רשום לניוזלטר' },
  lead: { neutral: 'מתעניין/ת', f: 'מתעניינת', m: 'מתעניין' },
  qualified: { neutral: 'בתהליך היכרות', f: 'בתהליך היכרות', m: 'בתהליך היכרות' },
  client: { neutral: 'לקוח/ה', f: 'לקוחה', m: 'לקוח' },
  past_client: { neutral: 'לקוח/ה לשעבר', f: 'לקוחה לשעבר', m: 'לקוח לשעבר' },
}

/** The lifecycle of one contact, in the contact's gender form. */
export const lifecycleLabel = (lifecycle: (typeof lifecycles)[number], form: GenderForm = 'neutral'): string =>
  form === 'plural' ? lifecycleLabels[lifecycle] : personalLabels[lifecycle][form]

/** The lifecycle for a label, in its singular or plural form. */
export const lifecycleNamed = (text: string): (typeof lifecycles)[number] | undefined =>
  lifecycles.find((one) => genderForms.some((form) => lifecycleLabel(one, form) === text))

/** Lead sources, stored verbatim; the last is the catch-all. */
export const sources = ['אתר', 'שאלון', 'הדרכה מקוונת', 'מדריך להורדה', 'המלצה', 'רשת חברתית', 'טלפון', 'אחר'] as const

export const Household = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  custom: JsonObject,
  created_at: Instant,
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Household = z.infer<typeof Household>

export const Contact = z.object({
  id: z.uuid(),
  household_id: z.uuid().nullable(),
  household_role: z.enum(['partner', 'child', 'other']).nullable(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  full_name: z.string(),
  search_name: z.string(),
  gender_form: z.enum(genderForms),
  birth_date: Day.nullable(),
  lifecycle: z.enum(lifecycles),
  do_not_contact: z.boolean(),
  owner_id: z.uuid().nullable(),
  client_user_id: z.uuid().nullable(),
  source: z.string().nullable(),
  next_step_at: Instant.nullable(),
  last_activity_at: Instant.nullable(),
  merged_into_id: z.uuid().nullable(),
  external_id: z.string().nullable(),
  anonymised_at: Instant.nullable(),
  home_mail: z.array(z.enum(['reminders', 'summaries', 'invoices'])),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type Contact = z.infer<typeof Contact>

/** Columns of a contact that only staff can see: the basis of marketing calls, the attribution, custom fields. */
export const ContactStaffDetails = z.object({
  contact_id: z.uuid(),
  call_basis: z.enum(['callback', 'consent', 'customer']).nullable(),
  call_basis_at: Instant.nullable(),
  call_basis_note: z.string().nullable(),
  dnc_checked_at: Instant.nullable(),
  first_touch: JsonObject.nullable(),
  last_touch: JsonObject.nullable(),
  score: z.int(),
  custom: JsonObject,
  version: z.int(),
})
export type ContactStaffDetails = z.infer<typeof ContactStaffDetails>

export const ContactPoint = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  kind: z.enum(['email', 'phone']),
  value_raw: z.string(),
  value_norm: z.string(),
  is_primary: z.boolean(),
  shared_in_household: z.boolean(),
  verified_at: Instant.nullable(),
  bounced_at: Instant.nullable(),
  complained_at: Instant.nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type ContactPoint = z.infer<typeof ContactPoint>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  households: Household,
  contacts: Contact,
  contact_staff_details: ContactStaffDetails,
  contact_points: ContactPoint,
}

export const nameLimit = 80

/** Full name as entered: one line, no invisible characters, 2 to 80 characters. Markup is plain text. */
export const PersonName = z
  .string('שדה חובה')
  .transform(oneLine)
  .pipe(z.string().min(2, 'יש להזין לפחות 2 תווים').max(nameLimit, `עד ${nameLimit} תווים`))

/** Normal form of an e-mail address. Dots are preserved: some mail servers distinguish them. */
export const normalizeEmail = (text: string) => oneLine(text).toLowerCase()

export const EmailAddress = z
  .string('שדה חובה')
  .max(254, 'כתובת הדוא״ל אינה תקינה')
  .transform(normalizeEmail)
  .pipe(z.email('כתובת הדוא״ל אינה תקינה'))

/** Form input of a contact point. `value_norm`: E.164, or an address in lower case. */
export const PointEdit = z.object({ kind: ContactPoint.shape.kind, value: z.string() }).transform((typed, context) => {
  const { kind, value } = typed
  const value_norm = kind === 'phone' ? parsePhone(value) : EmailAddress.safeParse(value).data
  if (value_norm) return { kind, value_raw: value, value_norm }
  const message = kind === 'phone' ? phoneInvalid : refusals.email_invalid
  context.addIssue({ code: 'custom', path: ['value'], message })
  return z.NEVER
})
export type PointEdit = z.output<typeof PointEdit>

/** Form input of the main columns of a contact. */
export const ContactEdit = z.object({
  first_name: z.string().transform(oneLine).pipe(z.string().min(1, 'יש להזין שם באורך של עד 120 תווים')),
  last_name: optionalLine(120),
  gender_form: z.enum(genderForms),
  birth_date: OptionalDay,
  lifecycle: z.enum(lifecycles),
  source: OptionalChoice,
  owner_id: OptionalChoice,
  external_id: optionalLine(120),
  do_not_contact: z.boolean(),
})

export const refusals = {
  point_already_there: 'הפרט הזה כבר רשום אצל איש הקשר',
  phone_invalid: 'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
  email_invalid: 'כתובת הדוא״ל אינה תקינה',
  first_name_length: 'יש להזין שם באורך של עד 120 תווים',
  last_name_length: 'יש להזין שם משפחה באורך של עד 120 תווים',
  household_name_length: 'יש להזין שם באורך של עד 120 תווים',
  name_has_controls: 'השם כולל תווים נסתרים. הקלידו אותו מחדש',
  point_gone: 'הפרט הזה כבר לא כאן',
  call_basis_note_length: 'ההוכחה: עד 300 תווים',
  external_id_length: 'מזהה: עד 120 תווים',
  birth_date_in_future: 'תאריך הלידה הוא בעתיד. כדאי לבדוק את השנה',
  one_primary_point: 'כבר מסומן פרט קשר ראשי מהסוג הזה',
} as const

const group = 'איש הקשר'

/** Contact merge fields of message templates. Read by private.merge_values_of_contact. */
export const contactMergeFields: readonly MergeField[] = [
  { name: 'שם_פרטי', label: 'שם פרטי', group, kind: 'text', isName: true, sample: 'נועה', aliases: ['firstName'] },
  { name: 'שם_משפחה', label: 'שם משפחה', group, kind: 'text', isName: true, sample: 'לוי' },
  { name: 'שם_מלא', label: 'שם מלא', group, kind: 'text', isName: true, sample: 'נועה לוי' },
  { name: 'משק_בית', label: 'שם משק הבית', group, kind: 'text', isName: true, sample: 'משפחת לוי' },
  { name: 'סוג', label: 'סוג איש הקשר', group, kind: 'text', labels: lifecycleLabels, sample: 'לקוחות' },
  { name: 'תגית', label: 'תגיות', group, kind: 'list', sample: ['ותיקים'] },
  { name: 'מקור', label: 'מקור', group, kind: 'text', sample: 'המלצה' },
  { name: 'יום_הולדת', label: 'תאריך לידה', group, kind: 'day', sample: { day: '1984-03-12' } },
  { name: 'אחראי', label: 'מי שאחראי מטעמנו', group, kind: 'text', sample: 'מיכל' },
]
