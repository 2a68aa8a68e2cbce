// The note of a meeting: private staff text, shared text, and decisions.
import { useNote } from '#features/session-notes/session-notes.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { NoteEditor } from './note-editor.tsx'

export function Component() {
  const contactId = useIdParam('contactId')
  const noteId = useIdParam('noteId')
  const note = useNote(noteId)
  useScreenTitle('סיכום פגישה')
  if (note.isPending) return <Loading page size="lg" />
  if (!note.data && note.error)
    return <FailedToLoad insteadOf={note.data} error={note.error} onRetry={() => void note.refetch()} />
  if (!note.data || note.data.contact_id !== contactId)
    return (
      <div className="view">
        <EmptyState title="הסיכום לא נמצא" text="ייתכן שנמחק, או שאין לכם גישה אליו." />
      </div>
    )
  return <NoteEditor key={noteId} note={note.data} />
}
