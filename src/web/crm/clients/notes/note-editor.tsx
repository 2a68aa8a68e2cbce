import './note.css'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { type OpenedNote, useAddTasksOfNote, useDeleteNote } from '#features/session-notes/session-notes.data.ts'
import { noteMax, refusals } from '#features/session-notes/session-notes.ts'
import { count } from '#lib/hebrew/count.ts'
import type { SaveState } from '#platform/editing/autosave.ts'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ShareNote } from './share-note.tsx'
import { StepList } from './step-list.tsx'
import { useNoteAutosave } from './use-note-autosave.ts'

const saveLabels: Record<SaveState, string> = {
  saved: 'נשמר',
  pending: 'עוד רגע נשמר',
  saving: 'שומרים',
  failed: 'לא נשמר',
  conflict: 'לא נשמר',
}

/** `note` is the row of the last query; the editor holds newer edits. */
export function NoteEditor({ note }: { note: OpenedNote }) {
  const autosave = useNoteAutosave(note)
  const { draft, saving } = autosave
  const navigate = useNavigate()
  const addingTasks = useAddTasksOfNote()
  const deleting = useDeleteNote()
  const [isDeleting, setDeleting] = useState(false)
  useUnsaved(saving !== 'saved')
  const clientPath = `/crm/clients/${note.contact_id}`
  const openSteps = draft.steps.filter(({ text, task_id }) => text.trim() !== '' && !task_id).length

  /** Runs after pending edits are saved. */
  async function act(title: string, work: () => Promise<unknown>) {
    if (!(await autosave.save())) {
      const { saving: state, theirs } = autosave.read()
      if (state === 'conflict') toast.error(theirs ? refusals.stale_version : refusals.row_gone, { title })
      return
    }
    try {
      await work()
    } catch (error) {
      toast.error(refusalText(error, refusals), { title })
    }
  }
  const addTasks = () =>
    act('המשימות לא נפתחו', async () => {
      const added = await addingTasks.mutateAsync(autosave.read().seen)
      toast.success(count(added, { one: 'נפתחה משימה אחת', two: 'נפתחו שתי משימות', other: 'נפתחו # משימות' }))
      await autosave.takeTasks()
    })
  async function remove() {
    await autosave.discard()
    try {
      await deleting.mutateAsync(note.id)
    } catch (error) {
      // Pending edits are saved as usual.
      autosave.change({})
      toast.error(refusalText(error, refusals), { title: 'הסיכום לא נמחק' })
      return
    }
    await navigate(clientPath)
  }

  return (
    <div className="view note">
      <div className="view__head">
        <Link to={clientPath} className="btn btn--ghost btn--icon btn--sm" aria-label="ללקוחות">
          <Icon of={ArrowRight} />
        </Link>
        <h1>
          סיכום פגישה: <bdi>{note.contact.full_name}</bdi>
        </h1>
        <div className="view__end">
          <output
            className={
              saving === 'failed' || saving === 'conflict' ? 'note__saving note__saving--failed' : 'note__saving'
            }
          >
            {saveLabels[saving]}
          </output>
        </div>
      </div>
      {saving === 'conflict' && autosave.theirs && (
        <div className="note__behind" role="alert">
          <p>הסיכום נשמר בינתיים במקום אחר. מה שנכתב כאן עוד לא נשמר.</p>
          <div className="block__actions">
            <Button onClick={() => autosave.takeTheirs()}>לגרסה האחרונה</Button>
            <Button look="danger" onClick={() => void autosave.saveMine()}>
              שמירה של מה שכאן במקומה
            </Button>
          </div>
        </div>
      )}
      <div className="note__pair">
        <TextField
          name="title"
          label="הפגישה"
          maxLength={80}
          required
          autoComplete="off"
          value={draft.title}
          onChange={({ target }) => autosave.change({ title: target.value })}
        />
        <DayField
          name="held_on"
          label="מתי"
          value={draft.held_on}
          onValueChange={(held_on) => held_on && autosave.change({ held_on })}
        />
      </div>
      <MergeTextField
        name="private_md"
        label="לצוות בלבד"
        hint="הלקוחות לא רואים את החלק הזה"
        format="rich"
        fields={[]}
        maxLength={noteMax}
        value={draft.private_md}
        onChange={(private_md) => autosave.change({ private_md })}
      />
      <MergeTextField
        name="shared_md"
        label="לשיתוף עם המשפחה"
        hint="מופיע באזור האישי רק אחרי השיתוף"
        format="rich"
        fields={[]}
        maxLength={noteMax}
        value={draft.shared_md}
        onChange={(shared_md) => autosave.change({ shared_md })}
      />
      <Block
        title="החלטות וצעדים הבאים"
        action={
          openSteps > 0 && (
            <Button size="sm" look="primary" busy={addingTasks.isPending} onClick={() => void addTasks()}>
              פתיחת משימות
            </Button>
          )
        }
      >
        <StepList key={autosave.epoch} steps={draft.steps} onChange={(steps) => autosave.change({ steps })} />
      </Block>
      <ShareNote note={note} autosave={autosave} act={act} />
      <div className="block__actions">
        <Button look="ghost" onClick={() => setDeleting(true)}>
          מחיקת הסיכום
        </Button>
      </div>
      <Dialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="למחוק את הסיכום?"
        text="גם מה ששותף ממנו יימחק מהאזור האישי. אי אפשר לבטל. משימות שנפתחו נשארות."
      >
        <DialogActions>
          <Button look="danger" busy={deleting.isPending} onClick={() => void remove()}>
            מחיקה
          </Button>
          <Button look="ghost" onClick={() => setDeleting(false)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
