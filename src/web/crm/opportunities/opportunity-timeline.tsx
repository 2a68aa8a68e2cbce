import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { RecordTimeline, useComposerMode } from '../timeline/record-timeline.tsx'

/** Timeline of this opportunity; the contact's full timeline is on the contact record. */
export function OpportunityTimeline({ opportunity, now }: { opportunity: OpportunityDetail; now: Date }) {
  const of = { opportunityId: opportunity.id }
  const [mode, setMode] = useComposerMode(of)
  const point = (kind: 'phone' | 'email') => {
    const all = opportunity.contact.points.filter((one) => one.kind === kind)
    return (all.find(({ is_primary }) => is_primary) ?? all[0])?.value_norm
  }
  return (
    <RecordTimeline
      of={of}
      about={{ id: opportunity.contact_id, phone: point('phone'), email: point('email'), known: [opportunity.name] }}
      now={now}
      mode={mode}
      onMode={setMode}
    />
  )
}
