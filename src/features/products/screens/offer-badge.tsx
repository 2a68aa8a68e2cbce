import type { OfferState as State } from '#features/products/products.ts'
import { Badge } from '#ui/badge.tsx'

const states: Record<State, { text: string; kind?: 'success' | 'info' | 'warning' }> = {
  open: { text: 'אפשר להצטרף', kind: 'success' },
  before: { text: 'נפתח בקרוב', kind: 'info' },
  waitlist: { text: 'רשימת המתנה', kind: 'warning' },
  closed: { text: 'סגור' },
}

/** The offer state of a product for visitors. */
export function OfferBadge({ state }: { state: State }) {
  const { text, kind } = states[state]
  return <Badge {...(kind && { kind })}>{text}</Badge>
}
