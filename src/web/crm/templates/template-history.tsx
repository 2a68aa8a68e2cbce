// Published versions of a template with their changes.
import { refusalText } from '#client/refusal.ts'
import { useTemplateVersions } from '#features/message-templates/message-templates.data.ts'
import {
  type MessageTemplate,
  refusals,
  type TemplateContent,
  type TextContent,
  type TemplateVersion,
} from '#features/message-templates/message-templates.ts'
import { lineDiff } from '#lib/line-diff.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { textsOf } from '#platform/message-content/check-content.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  template: Pick<MessageTemplate, 'id' | 'published_number'>
  mayRestore: boolean
  onClose: () => void
  onRestore: (number: number) => Promise<void>
}

export function TemplateHistory({ template, mayRestore, onClose, onRestore }: Props) {
  const { data: versions, error, isPending, refetch } = useTemplateVersions(template.id, true)
  const { running, run } = useSingleFlight<`${number}`>()
  const nameOf = useStaffName()
  const restore = async (number: number) => {
    try {
      await onRestore(number)
    } catch (failure) {
      toast.error(refusalText(failure, refusals), { title: 'הגרסה לא פורסמה' })
    }
  }
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title="גרסאות קודמות"
      text="כל פרסום נשמר. פרסום חוזר של גרסה יוצר גרסה חדשה, ושום דבר לא נמחק."
    >
      <DialogBody>
        {isPending ? (
          <Loading />
        ) : !versions ? (
          <FailedToLoad insteadOf={versions} error={error} onRetry={() => void refetch()} />
        ) : versions.length === 0 ? (
          <p>עוד לא פורסמה גרסה.</p>
        ) : (
          <ol className="template-history">
            {versions.map((version, i) => (
              <li key={version.number}>
                <div className="email-bar">
                  <b>
                    גרסה {version.number}{' '}
                    {version.number === template.published_number && <Badge kind="success">בשימוש</Badge>}
                  </b>
                  <small>
                    {formatDate(version.published_at)}, {formatTime(version.published_at)}{' '}
                    <bdi>{nameOf(version.published_by)}</bdi>
                  </small>
                  {mayRestore && version.number !== template.published_number && (
                    <Button
                      size="sm"
                      busy={running === `${version.number}`}
                      onClick={() => void run(`${version.number}`, () => restore(version.number))}
                    >
                      פרסום הגרסה הזו
                    </Button>
                  )}
                </div>
                <Changes before={versions[i + 1]} after={version} />
              </li>
            ))}
          </ol>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** Lines that differ from the previous version. */
function Changes({ before, after }: { before: TemplateVersion | undefined; after: TemplateVersion }) {
  if (!before) return <p className="email-note">הגרסה הראשונה.</p>
  const changes = lineDiff(linesOf(before.content), linesOf(after.content)).filter(({ what }) => what !== 'same')
  return (
    <ul className="template-history__changes">
      {changes.map(({ what, line }, i) => (
        <li key={i}>{what === 'removed' ? <del>{line || ' '}</del> : <ins>{line || ' '}</ins>}</li>
      ))}
    </ul>
  )
}

const linesOf = (content: TemplateContent): string =>
  'blocks' in content
    ? [content.subject, content.preheader, ...content.blocks.flatMap(textsOf)].join('\n')
    : 'title' in content
      ? [content.title, content.text, content.path].join('\n')
      : [content.text, ...approvedLines(content)].join('\n')

const approvedLines = ({ approved }: TextContent) => (approved ? [approved.name, ...approved.parameters] : [])
