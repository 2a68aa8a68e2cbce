// Contract of the legal pages: the list of pages, placeholders, claims, and what blocks publishing.
import { Day, Instant, JsonObject, z } from '#lib/schema.ts'

export const legalKeys = ['privacy', 'terms', 'accessibility', 'disclaimer'] as const
export type LegalKey = (typeof legalKeys)[number]

export const legalPages: Record<LegalKey, { path: string; title: string; description: string }> = {
  privacy: {
    path: '/privacy-policy',
    title: 'מדיניות פרטיות',
    description: 'איזה מידע נאסף באתר ובליווי, למה הוא משמש, למי הוא נמסר, כמה זמן הוא נשמר ואילו זכויות יש לכם.',
  },
  terms: {
    path: '/terms',
    title: 'תנאי שימוש',
    description: 'התנאים לשימוש באתר ובשירותים: מחירים ותשלום, ביטול עסקה והחזר, פגישות, קניין רוחני ואחריות.',
  },
  accessibility: {
    path: '/accessibility',
    title: 'הצהרת נגישות',
    description: 'מה הונגש באתר ולפי איזה תקן, מה עדיין מוגבל, ואיך פונים אלינו כשמשהו אינו נגיש.',
  },
  disclaimer: {
    path: '/disclaimer',
    title: 'הבהרה והסרת אחריות',
    description: 'המידע באתר, בהדרכות ובפגישות הוא כללי ואינו ייעוץ השקעות, פנסיה, ביטוח, מס, משכנתאות או משפט.',
  },
}

/** Claims a text makes about the business: shown only while confirmed. */
export const claims = ['tests', 'encryption', 'backups', 'mfa'] as const
export type Claim = (typeof claims)[number]

export const claimLabels: Record<Claim, { label: string; help: string }> = {
  tests: {
    label: 'נערכה בדיקת נגישות',
    help: 'מציג את תאריך הבדיקה, את התקן WCAG 2.2 AA ואת הכלים שבהם נבדק האתר',
  },
  encryption: {
    label: 'המידע מוצפן בהעברה ובאחסון',
    help: 'חיבור https, ודיסק או מסד נתונים מוצפנים אצל ספק האירוח',
  },
  backups: { label: 'יש גיבויים', help: 'גיבוי קבוע של מסד הנתונים והקבצים, שנבדק שאפשר לשחזר ממנו' },
  mfa: { label: 'לצוות יש אימות רב־שלבי', help: 'כל מי שנכנסים למערכת משתמשים גם באפליקציית אימות' },
}

/** Placeholders allowed between double braces, and the screen where each is filled in. */
export const legalFacts = {
  businessName: { label: 'שם העסק', from: 'profile' },
  legalName: { label: 'השם הרשום', from: 'profile' },
  companyNumber: { label: 'מספר החברה', from: 'profile' },
  address: { label: 'כתובת', from: 'profile' },
  phone: { label: 'טלפון', from: 'profile' },
  email: { label: 'דוא״ל', from: 'profile' },
  privacyEmail: { label: 'דוא״ל לענייני פרטיות', from: 'profile' },
  accessibilityEmail: { label: 'דוא״ל לענייני נגישות', from: 'profile' },
  coordinatorName: { label: 'שם רכז או רכזת הנגישות', from: 'profile' },
  dpoContact: { label: 'הממונה על הגנת הפרטיות', from: 'legal' },
  retentionProcessMonths: { label: 'חודשי שמירה של תיק ליווי', from: 'legal' },
  retentionLeadMonths: { label: 'חודשי שמירה של פניות', from: 'legal' },
  physicalAccessibility: { label: 'נגישות פיזית', from: 'legal' },
  accessibilityUpdated: { label: 'תאריך עדכון הצהרת הנגישות', from: 'legal' },
  accessibilityAudited: { label: 'תאריך בדיקת הנגישות', from: 'legal' },
  testedWith: { label: 'במה נבדקה הנגישות', from: 'legal' },
} as const satisfies Record<string, { label: string; from: 'profile' | 'legal' }>
export type LegalFact = keyof typeof legalFacts

/** Facts by name; dates as days. Missing facts are absent. */
export type LegalFacts = Partial<Record<LegalFact, string>>

export const LegalSettings = z.object({
  is_only: z.boolean(),
  dpo_contact: z.string().nullable(),
  tested_with: z.string().nullable(),
  retention_process_months: z.int().nullable(),
  retention_lead_months: z.int().nullable(),
  physical_accessibility: z.string().nullable(),
  accessibility_updated_on: Day.nullable(),
  accessibility_audited_on: Day.nullable(),
  reviewed_at: Instant.nullable(),
  reviewed_by: z.uuid().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type LegalSettings = z.infer<typeof LegalSettings>

export const LegalClaim = z.object({
  claim: z.enum(claims),
  confirmed_at: Instant,
  confirmed_by: z.uuid().nullable(),
})
export type LegalClaim = z.infer<typeof LegalClaim>

export const LegalText = z.object({
  key: z.enum(legalKeys),
  updated_line: z.string(),
  body: z.string(),
  edited_at: Instant,
  edited_by: z.uuid().nullable(),
  version: z.int(),
})
export type LegalText = z.infer<typeof LegalText>

export const LegalVersion = z.object({
  id: z.uuid(),
  text_key: z.enum(legalKeys),
  number: z.int(),
  updated_line: z.string(),
  body: z.string(),
  facts: JsonObject,
  note: z.string(),
  published_at: Instant,
  published_by: z.uuid().nullable(),
  is_demo: z.boolean(),
})
export type LegalVersion = z.infer<typeof LegalVersion>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  legal_settings: LegalSettings,
  legal_claims: LegalClaim,
  legal_texts: LegalText,
  legal_versions: LegalVersion,
}

const part = /\{\{#([A-Za-z]+)\}\}([^]*?)\{\{\/\1\}\}/g

/** Removes the sections of unconfirmed claims: `{{#mfa}}…{{/mfa}}` stays only if `holds('mfa')`. */
export const resolveSections = (text: string, holds: (name: string) => boolean): string =>
  text.replaceAll(part, (_, name: string, inside: string) => (holds(name) ? inside : ''))

/** Placeholders that every legal page requires. */
const always: readonly LegalFact[] = ['legalName', 'companyNumber', 'email']

/**
 * What blocks publishing, by name: missing facts, unknown placeholders, and `braces` for malformed markup that would be rendered literally.
 * The database runs the same check before it publishes.
 */
export function missingFacts(text: string, facts: LegalFacts, confirmed: readonly string[]): string[] {
  const rest = resolveSections(text, (name) => confirmed.includes(name) || name in facts)
  const named = [...rest.matchAll(/\{\{([A-Za-z]+)\}\}/g)].map((found) => found[1]!)
  const braces = /\{\{|\}\}/.test(rest.replaceAll(/\{\{[A-Za-z]+\}\}/g, '')) ? ['braces'] : []
  return [...new Set([...always, ...named, ...braces])].filter((name) => !(name in facts)).toSorted()
}

/** The label of a missing fact in the UI. */
export const missingLabel = (name: string): string => {
  if (name === 'braces') return 'סוגריים מסולסלים שאינם נסגרים'
  return name in legalFacts ? legalFacts[name as LegalFact].label : `השדה {{${name}}} אינו מוכר`
}

export const bodyLimit = 60_000

export const refusals = {
  legal_facts_missing: 'חסרים פרטים שהנוסח מזכיר. אפשר למלא אותם ולפרסם שוב',
  nothing_to_publish: 'הנוסח הזה כבר מפורסם',
  stale_version: 'מישהו שמר כאן נוסח אחר בינתיים. רעננו כדי לראות אותו',
  unknown_legal_text: 'אין מסמך כזה',
  legal_body_length: `הנוסח: עד ${bodyLimit.toLocaleString('he-IL')} תווים`,
  updated_line_length: 'שורת העדכון: עד 200 תווים',
  legal_note_length: 'תיאור השינוי: עד 300 תווים',
  legal_fact_length: 'עד 300 תווים',
  tested_with_length: 'עד 600 תווים',
  physical_accessibility_length: 'עד 1,000 תווים',
  retention_months: 'בין חודש ל־600 חודשים',
  lead_retention_months: 'בין חודש ל־600 חודשים',
} as const
