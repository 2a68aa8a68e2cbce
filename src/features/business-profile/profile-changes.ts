// What was changed in the profile: by the person at this form, and by somebody else while it was open.
import type { BusinessProfile, BusinessProfileEdit, socialNetworks } from './business-profile.ts'

export type ProfileChanges = Partial<BusinessProfileEdit & Pick<BusinessProfile, 'published_at'>>

/** The lines of the form, in its order. */
export const lineNames = {
  business_name: 'שם העסק',
  legal_name: 'שם רשום',
  company_number: 'מספר חברה',
  coach_name: 'שם המלווה או הצוות',
  product_name: 'שם התוכנית',
  phone: 'טלפון',
  mobile: 'נייד',
  email: 'דוא״ל',
  address: 'כתובת',
  hours: 'שעות פעילות',
  privacy_email: 'דוא״ל לפניות פרטיות',
  accessibility_coordinator: 'רכז או רכזת נגישות',
  accessibility_email: 'דוא״ל לפניות נגישות',
} as const
export type LineName = keyof typeof lineNames

export const socialNames: Record<(typeof socialNetworks)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X',
}

const otherNames: Record<string, string> = {
  socials: 'רשתות חברתיות',
  brand_colors: 'צבעי המותג',
  published_at: 'פרסום האתר',
}

type Compared = { [column: string]: unknown }

/** Two values of a column are the same thing, in whatever order their parts come. */
export const isSame = (a: unknown, b: unknown) => inOrder(a) === inOrder(b)

const inOrder = (value: unknown) =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    Object(part) === part && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Which of these columns differ, each with its name and the value it has now, in words. */
export const changedSince = (seen: Compared, now: Compared, columns: readonly string[]) =>
  columns
    .filter((column) => column !== 'updated_at' && !isSame(seen[column], now[column]))
    .map((column) => ({
      column,
      label: lineNames[column as LineName] ?? otherNames[column] ?? column,
      value: inWords(column, now[column]),
    }))

function inWords(column: string, value: unknown): string {
  if (column === 'published_at') return value ? 'באוויר' : 'לא מפורסם'
  if (Object(value) === value) return Object.values(value as object).join(', ') || '–'
  return typeof value === 'string' && value ? value : '–'
}

/** Only what the person changed is sent, so that nobody's other lines are overwritten. */
export const changesOf = <Changes extends Compared>(base: Compared, written: Changes): Partial<Changes> =>
  Object.fromEntries(
    Object.entries(written).filter(([column, value]) => !isSame(base[column], value)),
  ) as Partial<Changes>
