import type { SubmitEvent } from 'react'
import type { BoardCard } from '#features/opportunities/board/board.ts'
import type { MoveDetails } from '#features/opportunities/opportunities.data.ts'
import { useProcessTemplates } from '#features/processes/templates.data.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, SelectField } from '#ui/forms/field.tsx'

type Props = {
  card: Pick<BoardCard, 'name'> | undefined
  onWin: (won: NonNullable<MoveDetails['won']>) => void
  onKeep: () => void
}

const inviteTask = 'להזמין לאזור האישי'

/** The side effects of a win (client lifecycle, process, task), applied in one transaction. */
export function WonDialog({ card, onWin, onKeep }: Props) {
  // The form waits until the templates are loaded: if closed earlier, the process offer would never be shown.
  const { data: templates = [], isLoading } = useProcessTemplates(card !== undefined)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLoading) return
    const form = new FormData(event.currentTarget)
    onWin({
      becomesClient: form.has('client'),
      processTemplateId: formText(form, 'process') || null,
      taskName: form.has('invite') ? inviteTask : null,
    })
  }

  return (
    <Dialog
      open={card !== undefined}
      onOpenChange={(open) => !open && onKeep()}
      title="ההזדמנות נסגרה בהצלחה"
      text={
        <>
          מה קורה עכשיו עם <bdi>{card?.name}</bdi>?
        </>
      }
    >
      <form onSubmit={submit}>
        <DialogBody>
          <CheckField label="רישום כלקוח/ה מעכשיו" name="client" defaultChecked />
          {(isLoading || templates.length > 0) && (
            <SelectField label="פתיחת תהליך ליווי" name="process" defaultValue="" disabled={isLoading}>
              <option value="">{isLoading ? 'טוענים…' : 'בלי תהליך בשלב הזה'}</option>
              {templates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <CheckField label="משימה למחר: להזמין לאזור האישי" name="invite" />
        </DialogBody>
        <FormActions words="סגירה בהצלחה" busyWords="טוענים" busy={isLoading} onBack={onKeep} />
      </form>
    </Dialog>
  )
}
