// The campaign composer: audience, content, preview, and checks that block sending.
import type { Campaign } from '#features/campaigns/campaigns.ts'
import { SubjectCard } from '#features/campaigns/screens/subject-card.tsx'
import { useCampaignAutosave } from '#features/campaigns/screens/use-campaign-autosave.ts'
import { useMergeFields } from '#features/message-templates/message-templates.data.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { BlocksEditor } from '#platform/message-content/editor/blocks-editor.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { MessagePreview } from '../message-preview/message-preview.tsx'
import { ArticleDialog } from '../message-preview/article-dialog.tsx'
import { AudienceCard } from './audience-card.tsx'
import { ChecksCard } from './checks-card.tsx'
import { ComposerHeader } from './composer-header.tsx'

type Props = { opened: Campaign; onReread: () => void }

/** The editor is mounted once the fields are known, so that every chip has its name. */
export function Composer(props: Props) {
  const fields = useMergeFields()
  return fields ? <LoadedComposer {...props} fields={fields} /> : <Loading page size="lg" />
}

function LoadedComposer({ opened, onReread, fields }: Props & { fields: readonly MergeField[] }) {
  const writing = useCampaignAutosave(opened)
  useUnsaved(writing.isUnsaved)
  const { draft, change } = writing
  return (
    <div className="view campaign">
      <ComposerHeader writing={writing} onReread={onReread} />
      <div className="campaign__in">
        <div className="campaign__form">
          <AudienceCard draft={draft} change={change} />
          <SubjectCard draft={draft} change={change} fields={fields} />
          <section className="campaign__card" aria-labelledby="blocks">
            <h2 id="blocks">תוכן</h2>
            <BlocksEditor
              blocks={draft.blocks}
              onChange={(blocks) => change({ blocks })}
              fields={fields}
              ArticleChooser={ArticleDialog}
            />
          </section>
          <ChecksCard writing={writing} />
        </div>
        <MessagePreview content={draft} purpose="marketing" fields={fields} />
      </div>
    </div>
  )
}
