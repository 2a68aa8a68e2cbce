// Diff of the business profile: changes of this form, and concurrent changes of other users.
import type { BusinessProfile, BusinessProfileEdit, socialNetworks } from './business-profile.ts'

export type ProfileChanges = Partial<BusinessProfileEdit & Pick<BusinessProfile, 'published_at'>>

/** Form fields in display order. */
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
  login_url: 'קישור לאזור האישי',
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

/** Deep equality that ignores key order. */
export const isSame = (a: unknown, b: unknown) => inOrder(a) === inOrder(b)

const inOrder = (value: unknown) =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    Object(part) === part && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** The given columns that differ, each with its label and current value as text. */
export const changedSince = (seen: Compared, now: Compared, columns: readonly string[]) =>
  columns
    .filter((column) => column !== 'updated_at' && !isSame(seen[column], now[column]))
    .map((column) => ({
      column,
      label: lineNames[column as LineName] ?? otherNames[column] ?? column,
      value: valueText(column, now[column]),
    }))

function valueText(column: string, value: unknown): string {
  if (column === 'published_at') return value ? 'באוויר' : 'לא מפורסם'
  if (Object(value) === value) return Object.values(value as object).join(', ') || '–'
  return typeof value === 'string' && value ? value : '–'
}

/** Only changed columns are sent, so that concurrent changes of other columns survive. */
export const changesOf = <Changes extends Compared>(base: Compared, written: Changes): Partial<Changes> =>
  Object.fromEntries(
    Object.entries(written).filter(([column, value]) => !isSame(base[column], value)),
  ) as Partial<Changes>
