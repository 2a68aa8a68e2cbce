// One message template: editor, preview, publication, history.
import '#features/campaigns/screens/email.css'
import '#features/campaigns/screens/campaign.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMergeFields, useTemplate } from '#features/message-templates/message-templates.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { TemplateEditor } from './template-editor.tsx'

export function Component() {
  const templateId = useIdParam('templateId')
  const { data: template, error, isPending, refetch } = useTemplate(templateId)
  const fields = useMergeFields(template?.context_type ?? null)
  const [round, setRound] = useState(0)
  useScreenTitle(template?.name ?? 'תבנית')
  if (isPending) return <Loading page size="lg" />
  if (error && !template) return <FailedToLoad insteadOf={template} error={error} onRetry={() => void refetch()} />
  if (!template) return <NoTemplate />
  if (!fields) return <Loading page size="lg" />
  // A refetched row remounts the editor, so that earlier edits are never saved over it.
  return (
    <TemplateEditor
      key={`${templateId} ${round}`}
      opened={template}
      fields={fields}
      onReread={() => void refetch().then(() => setRound(round + 1))}
    />
  )
}

const NoTemplate = () => (
  <div className="view">
    <EmptyState
      title="אין תבנית כזו"
      text="ייתכן שהקישור ישן."
      action={
        <Link className="btn btn--primary" to="/crm/email/templates">
          לכל התבניות
        </Link>
      }
    />
  </div>
)
