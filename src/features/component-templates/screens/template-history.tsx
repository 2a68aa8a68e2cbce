import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { useTemplateVersions } from '#features/component-templates/component-templates.data.ts'
import type { TemplateVersion } from '#features/component-templates/component-templates.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { firstText } from '#platform/pages/block-form/block-problems.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

type Props = {
  id: string
  current: Record<string, unknown>
  /** Whether the content parses with the current schema. */
  isKnown: (version: TemplateVersion) => boolean
  onRestore: (version: TemplateVersion) => void
  onClose: () => void
}

/** Versions of a template, newest first, with restore. */
export function TemplateHistory({ id, current, isKnown, onRestore, onClose }: Props) {
  const { data: versions, error, refetch } = useTemplateVersions(id)
  const nameOf = useStaffName()
  const now = useNow()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="גרסאות התבנית">
      {error && !versions && <FailedToLoad insteadOf={versions} error={error} onRetry={() => void refetch()} />}
      <DialogBody>
        {!versions && !error && <Loading />}
        <ul className="template-versions">
          {versions?.map((version) => (
            <li key={version.id}>
              <div>
                <b>גרסה {version.number}</b>
                <small>
                  {relativeTime(version.created_at, now)}
                  {nameOf(version.created_by) && (
                    <>
                      , <bdi>{nameOf(version.created_by)}</bdi>
                    </>
                  )}
                </small>
                <span>
                  <bdi>{firstText(version)}</bdi>
                </span>
              </div>
              {JSON.stringify(version.content) === JSON.stringify(current) ? (
                <Badge>מה שכתוב עכשיו</Badge>
              ) : isKnown(version) ? (
                <Button size="sm" onClick={() => onRestore(version)}>
                  חזרה לגרסה {version.number}
                </Button>
              ) : (
                <Badge kind="warning">המבנה השתנה מאז</Badge>
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
