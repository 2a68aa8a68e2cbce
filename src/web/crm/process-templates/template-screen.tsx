// The draft of a template: stages and tasks, saved as a whole, with a preview as the family sees it, and publishing.
import './process-templates.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { useProcessDraft } from '#features/processes/template-editor.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { TemplateEditor } from './template-editor.tsx'

export function Component() {
  const templateId = useIdParam('templateId')
  const { data: draft, error, isPending, refetch } = useProcessDraft(templateId)
  useScreenTitle(draft?.name ?? 'תבניות תהליך')
  // Unmounts the editor while the draft is published or discarded, because both remove it.
  const [isGone, setGone] = useState(false)
  if (isPending) return <Loading page size="lg" />
  if (error && !draft) return <FailedToLoad insteadOf={draft} error={error} onRetry={() => void refetch()} />
  if (!draft || isGone)
    return (
      <div className="view">
        <EmptyState
          title="הטיוטה לא נמצאה"
          text="ייתכן שפורסמה או נמחקה."
          action={<Link to="/crm/process-templates">לכל התבניות</Link>}
        />
      </div>
    )
  return (
    <TemplateEditor
      key={draft.id}
      draft={draft}
      readVersion={async () => (await refetch()).data?.version}
      onGone={() => setGone(true)}
    />
  )
}
