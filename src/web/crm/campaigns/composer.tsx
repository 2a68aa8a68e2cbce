// A campaign as it is written: to whom, what it says, how it will look, what still speaks against it.
import type { Campaign } from '#features/campaigns/campaigns.ts'
import { LeaveGuard } from '../page-editor/leave-guard.tsx'
import { AudienceCard } from './audience-card.tsx'
import { BlocksCard } from './blocks-card.tsx'
import { ChecksCard } from './checks-card.tsx'
import { ComposerHead } from './composer-header.tsx'
import { LetterPreview } from './message-preview.tsx'
import { useCampaignWriting } from './use-campaign-autosave.ts'
import { WordsCard } from './subject-card.tsx'

export function Composer({ opened, onReread }: { opened: Campaign; onReread: () => void }) {
  const writing = useCampaignWriting(opened)
  const { draft, change } = writing
  return (
    <div className="view campaign">
      <ComposerHead writing={writing} onReread={onReread} />
      <div className="campaign__in">
        <div className="campaign__form">
          <AudienceCard draft={draft} change={change} />
          <WordsCard draft={draft} change={change} />
          <BlocksCard blocks={draft.blocks} onChange={(blocks) => change({ blocks })} />
          <ChecksCard writing={writing} />
        </div>
        <LetterPreview draft={draft} />
      </div>
      <LeaveGuard isUnsaved={writing.isUnsaved} />
    </div>
  )
}
