// Sharing of a note: which part, with whom, and whether the client has the current version.
import { useNow } from '#client/now.ts'
import { type OpenedNote, useShareNote, useUnshareNote } from '#features/session-notes/session-notes.data.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { useNoteAutosave } from './use-note-autosave.ts'

type Props = {
  note: OpenedNote
  autosave: ReturnType<typeof useNoteAutosave>
  act: (title: string, work: () => Promise<unknown>) => Promise<void>
}

export function ShareNote({ note, autosave, act }: Props) {
  const now = useNow()
  const sharing = useShareNote()
  const unsharing = useUnshareNote()
  const { draft } = autosave
  const { summary, hasPartner } = note
  const isEmpty = draft.shared_md.trim() === '' && draft.steps.every(({ text }) => text.trim() === '')
  const share = () =>
    act('הסיכום לא שותף', async () => {
      await sharing.mutateAsync(autosave.read().seen)
      toast.success(summary ? 'הסיכום המשותף עודכן' : 'הסיכום מחכה באזור האישי')
    })
  const unshare = () =>
    act('השיתוף לא הוסר', async () => {
      await unsharing.mutateAsync(note.id)
      toast.success('הסיכום כבר לא מופיע באזור האישי')
    })
  return (
    <Block title="שיתוף">
      <BlockText>
        {summary
          ? `שותף, ועודכן באזור האישי ב־${formatDayNear(summary.updated_at, now)}. שינויים מאז מופיעים שם רק אחרי עדכון.`
          : 'עוד לא שותף. החלק המשותף וההחלטות יופיעו בפגישות, באזור האישי.'}
      </BlockText>
      {hasPartner && (
        <CheckField
          name="shared_with"
          label="שני בני הזוג רואים"
          checked={draft.shared_with === 'household'}
          onChange={({ target }) => autosave.change({ shared_with: target.checked ? 'household' : 'client' })}
        />
      )}
      <div className="block__actions">
        <Button look="primary" busy={sharing.isPending} disabled={isEmpty} onClick={() => void share()}>
          {summary ? 'עדכון הסיכום המשותף' : 'שיתוף עם המשפחה'}
        </Button>
        {summary && (
          <Button look="ghost" busy={unsharing.isPending} onClick={() => void unshare()}>
            הסרת השיתוף
          </Button>
        )}
      </div>
    </Block>
  )
}
