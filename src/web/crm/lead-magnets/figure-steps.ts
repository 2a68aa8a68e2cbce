// The steps of the funnel from view to revenue, in order.
import type { LeadMagnetFigures, LeadMagnetPerson } from '#features/lead-magnets/lead-magnets.data.ts'
import { formatMoney } from '#lib/money.ts'

type Step = {
  key: Exclude<keyof LeadMagnetFigures, 'magnet_id'>
  label: string
  /** Format of the value; a count by default. */
  format?: (value: number) => string
  /** Whether a request reached this step; a view has no contact. */
  reached?: (person: LeadMagnetPerson) => boolean
}

export const figureSteps: readonly Step[] = [
  { key: 'views', label: 'צפיות' },
  { key: 'requested', label: 'ביקשו', reached: () => true },
  { key: 'delivered', label: 'נשלח אליהם', reached: (person) => person.delivered_at !== null },
  { key: 'opened', label: 'פתחו', reached: (person) => person.opened_at !== null },
  { key: 'opportunities', label: 'הזדמנויות', reached: (person) => person.opportunity_id !== null },
  { key: 'revenue_agorot', label: 'הכנסות', format: formatMoney, reached: (person) => person.revenue_agorot !== 0 },
]

/** The value as text; undefined if the caller may not see it. */
export function figureText(figures: LeadMagnetFigures, { key, format }: Step): string | undefined {
  const value = figures[key]
  return value === null ? undefined : (format ?? ((many) => many.toLocaleString('he-IL')))(value)
}
