import { useNow } from '#client/now.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { Badge } from '#ui/badge.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedTemplateStep } from './failed-template-step.ts'
import { TemplateDefinition } from './webinar-template.ts'
import { useSaveWebinarTemplate, useTemplateVersions, type WebinarTemplateRow } from './webinar-templates.data.ts'

/** Versions, newest first. Restoring an older one saves it as the next version. */
export function TemplateVersions({ template }: { template: WebinarTemplateRow }) {
  const { data: versions } = useTemplateVersions(template.id)
  const nameOf = useStaffName()
  const now = useNow()
  const save = useSaveWebinarTemplate()
  function restore(definition: unknown) {
    const { data: known } = TemplateDefinition.safeParse(definition)
    if (!known) return void toast.error('המבנה השתנה מאז, ואי אפשר לחזור לגרסה הזאת')
    save.mutate(
      { id: template.id, seenNumber: template.number, name: template.name, about: template.about, definition: known },
      { onSuccess: ({ number }) => void toast.success(`נשמרה גרסה ${number}`), onError: failedTemplateStep },
    )
  }
  return (
    <Block title="גרסאות">
      <ul className="template-rows">
        {versions?.map(({ number, definition, created_by: by, created_at: at }) => (
          <li key={number}>
            <div>
              <b>{`גרסה ${number}`}</b>
              <small>{[relativeTime(at, now), nameOf(by)].filter(Boolean).join(', ')}</small>
            </div>
            {number === template.number ? (
              <Badge>נוכחית</Badge>
            ) : (
              <Button size="sm" onClick={() => restore(definition)}>
                {`חזרה לגרסה ${number}`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
