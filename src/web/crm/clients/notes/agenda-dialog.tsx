import { useState } from 'react'
import { useAgenda, useSaveAgenda } from '#features/session-notes/session-notes.data.ts'
import { AgendaEdit, agendaMax, refusals } from '#features/session-notes/session-notes.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import { richTextAsPlain } from '#platform/message-content/rich-text.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'

/** The template of new notes; edited by owners and admins. */
export function AgendaDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useAgenda(true)
  return (
    <RecordDialog open onClose={onClose} title="תבנית הסיכום">
      {data ? (
        <AgendaForm latest={data} />
      ) : (
        <DialogBody>
          {error ? <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} /> : <Loading />}
        </DialogBody>
      )}
    </RecordDialog>
  )
}

type Agenda = AgendaEdit & { version: number }

const labels = { private_md: 'לצוות בלבד', shared_md: 'לשיתוף עם המשפחה' }
const toFormValues = ({ private_md, shared_md }: Agenda): AgendaEdit => ({ private_md, shared_md })

function AgendaForm({ latest }: { latest: Agenda }) {
  const form = useConcurrentEdit(latest, { toFormValues, labels })
  const [words, setWords] = useState(toFormValues(form.base))
  const saving = useSaveAgenda()
  const theirs = form.theirs?.map(({ is, ...fact }) => ({
    ...fact,
    ...(is && { is: richTextAsPlain(is, (address) => address) }),
  }))
  return (
    <RecordForm
      schema={AgendaEdit}
      refusals={refusals}
      save={(edit) => saving.mutateAsync({ version: form.seen.version, edit: form.merge(edit) })}
      saved="התבנית נשמרה. הסיכום הבא ייפתח איתה"
      conflict={{ notice: <ConflictBanner theirs={theirs} />, isConflict: form.isRefusedAsStale }}
      action="שמירה"
      values={words}
    >
      {(errors) => (
        <>
          <p className="hint">כל סיכום חדש נפתח עם השורות האלה.</p>
          {(['private_md', 'shared_md'] as const).map((name) => (
            <MergeTextField
              key={name}
              name={name}
              label={labels[name]}
              format="rich"
              fields={[]}
              maxLength={agendaMax}
              value={words[name]}
              onChange={(text) => setWords((before) => ({ ...before, [name]: text }))}
              error={errors[name]}
            />
          ))}
        </>
      )}
    </RecordForm>
  )
}
