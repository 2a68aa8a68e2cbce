import type { OpportunityDetail } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { Story, useComposerMode } from '../contact/story.tsx'

/** What has happened with this deal, and what is written about it; the person's whole story stands on their own page. */
export function DealStory({ deal, now }: { deal: OpportunityDetail; now: Date }) {
  const of = { opportunityId: deal.id }
  const [mode, setMode] = useComposerMode(of)
  const point = (kind: 'phone' | 'email') => {
    const all = deal.contact.points.filter((one) => one.kind === kind)
    return (all.find(({ is_primary }) => is_primary) ?? all[0])?.value_norm
  }
  return (
    <Story
      of={of}
      about={{ id: deal.contact_id, phone: point('phone'), email: point('email'), known: [deal.name] }}
      now={now}
      mode={mode}
      onMode={setMode}
    />
  )
}
