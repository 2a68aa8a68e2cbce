// The campaign composer: audience, content, preview, and checks that block sending.
import type { Campaign } from '#features/campaigns/campaigns.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { AudienceCard } from './audience-card.tsx'
import { BlocksCard } from '#features/campaigns/screens/blocks-card.tsx'
import { ChecksCard } from './checks-card.tsx'
import { ComposerHeader } from './composer-header.tsx'
import { MessagePreview } from './message-preview.tsx'
import { useCampaignAutosave } from '#features/campaigns/screens/use-campaign-autosave.ts'
import { SubjectCard } from '#features/campaigns/screens/subject-card.tsx'

export function Composer({ opened, onReread }: { opened: Campaign; onReread: () => void }) {
  const writing = useCampaignAutosave(opened)
  useUnsaved(writing.isUnsaved)
  const { draft, change } = writing
  return (
    <div className="view campaign">
      <ComposerHeader writing={writing} onReread={onReread} />
      <div className="campaign__in">
        <div className="campaign__form">
          <AudienceCard draft={draft} change={change} />
          <SubjectCard draft={draft} change={change} />
          <BlocksCard blocks={draft.blocks} onChange={(blocks) => change({ blocks })} />
          <ChecksCard writing={writing} />
        </div>
        <MessagePreview draft={draft} />
      </div>
    </div>
  )
}
