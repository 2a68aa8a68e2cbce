// A/B test of the home page: pages, weights, row schemas and refusals.
import { Instant, z } from '#lib/schema.ts'

/** Candidate pages for `/`, by their own path; the first is the page of `/` itself. */
export const homePages = ['/', '/home-2', '/home-3'] as const
const HomePage = z.enum(homePages)
export type HomePage = z.infer<typeof HomePage>

const Weight = z.int().min(0).max(100)

const PageComparison = z.object({
  id: z.uuid(),
  path: z.literal('/'),
  /** The weights as text. */
  label: z.string(),
  /** Server only; deleted when the experiment ends. */
  secret: z.string().nullable(),
  started_at: Instant,
  started_by: z.uuid().nullable(),
  ended_at: Instant.nullable(),
  ended_by: z.uuid().nullable(),
  winner: HomePage.nullable(),
})
/** An experiment without its secret. */
export type Experiment = Omit<z.infer<typeof PageComparison>, 'secret'>

const PageVariant = z.object({ comparison_id: z.uuid(), key: HomePage, weight: Weight })

export const conversionKinds = ['contact', 'newsletter', 'signup'] as const
export type ConversionKind = (typeof conversionKinds)[number]

const PageOutcome = z.object({
  comparison_id: z.uuid(),
  key: HomePage,
  day: z.iso.date(),
  kind: z.enum(conversionKinds),
  visitor: z.string(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { page_comparisons: PageComparison, page_variants: PageVariant, page_outcomes: PageOutcome }

/** Results of one variant. `answered`: visitors with at least one conversion of any kind. */
const VariantResult = z.object({
  key: HomePage,
  weight: Weight,
  views: z.number(),
  visitors: z.number(),
  contacts: z.number(),
  newsletters: z.number(),
  signups: z.number(),
  answered: z.number(),
})
export type VariantResult = z.infer<typeof VariantResult>
export const VariantResults = z.array(VariantResult)

/** Integer weights by page; a page's share is its weight divided by the sum. */
export type TrafficShares = Partial<Record<HomePage, number>>

/** Share of visitors assigned to a page, between 0 and 1. */
export function shareOf(shares: TrafficShares, page: HomePage): number {
  const sum = Object.values(shares).reduce((total, weight) => total + weight, 0)
  return sum === 0 ? 0 : (shares[page] ?? 0) / sum
}

/** Equal weights that sum to a hundred: 34, 33, 33. */
export function equalShares(pages: readonly HomePage[]): TrafficShares {
  const each = Math.floor(100 / pages.length)
  return Object.fromEntries(pages.map((page, at) => [page, each + (at < 100 % pages.length ? 1 : 0)]))
}

/** Validates weights; returns a refusal code, or undefined if they are valid. */
export function sharesProblem(shares: TrafficShares): 'variant_weight' | 'too_few_variants' | undefined {
  const weights = Object.values(shares)
  if (!weights.every((weight) => Weight.safeParse(weight).success)) return 'variant_weight'
  return weights.filter((weight) => weight > 0).length < 2 ? 'too_few_variants' : undefined
}

/** Publishes the content of a variant at `/`, and ends the experiment. `seenPublishedId` is the version of `/` the caller has seen. */
export const WinnerChoice = z.object({
  comparisonId: z.uuid(),
  key: HomePage,
  seenPublishedId: z.uuid().nullable(),
})

export const refusals = {
  variant_weight: 'משקל הוא מספר שלם בין 0 ל־100',
  too_few_variants: 'כדי להשוות צריך לפחות שני דפים עם משקל גדול מ־0',
  variant_not_published: 'אפשר להשוות רק דפים מפורסמים',
  comparison_not_found: 'ההשוואה הזאת אינה קיימת',
  comparison_ended: 'ההשוואה הסתיימה או השתנתה בינתיים. מוצג עכשיו המצב המעודכן, ואפשר לבחור שוב',
  winner_took_no_part: 'הדף הזה לא השתתף בהשוואה',
  stale_version: 'מישהו אחר שינה כאן משהו בינתיים. מוצג עכשיו המצב המעודכן, ואפשר לנסות שוב',
  invalid_input: 'בגרסה הזאת יש מקטע שעוד לא מלא כמו שצריך. צריך לתקן ולפרסם אותה קודם',
} as const
