// The steps from a view to an opportunity, in order.
import type { LeadMagnetFigures, LeadMagnetPerson } from '#features/lead-magnets/lead-magnets.data.ts'

type Step = {
  key: Exclude<keyof LeadMagnetFigures, 'magnet_id'>
  label: string
  /** Whether a request got this far; a view has no contact behind it. */
  reached?: (person: LeadMagnetPerson) => boolean
}

export const figureSteps: readonly Step[] = [
  { key: 'views', label: 'צפיות' },
  { key: 'requested', label: 'ביקשו', reached: () => true },
  { key: 'delivered', label: 'נשלח אליהם', reached: (person) => person.delivered_at !== null },
  { key: 'opened', label: 'פתחו', reached: (person) => person.opened_at !== null },
  { key: 'opportunities', label: 'הזדמנויות', reached: (person) => person.opportunity_id !== null },
]
