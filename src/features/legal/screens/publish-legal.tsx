import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { usePublishLegalText } from '#features/legal/legal-editing.data.ts'
import { legalPages, type LegalText, refusals } from '#features/legal/legal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Publishes the saved draft as a new version. */
export function PublishLegal({ saved, onClose }: { saved: LegalText; onClose: () => void }) {
  const publish = usePublishLegalText()
  const [fault, setFault] = useState<string>()
  const { title } = legalPages[saved.key]

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = formText(new FormData(event.currentTarget), 'note')
    publish.mutate(
      { seen: saved, note },
      {
        onSuccess(number) {
          toast.success(`גרסה ${number} באתר`, { title: `${title}: פורסם` })
          onClose()
        },
        onError: (error) => setFault(refusalText(error, refusals)),
      },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`לפרסם את ${title}?`}
      text="הנוסח יופיע באתר מיד, כגרסה חדשה. הגרסאות הקודמות נשמרות, והסימון שהנוסחים נבדקו יתבטל."
    >
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <TextField
            name="note"
            label="מה השתנה"
            optional="(לא חובה)"
            hint="מופיע בהיסטוריית הגרסאות שבתחתית העמוד"
            maxLength={300}
            autoComplete="off"
          />
          {fault && <ErrorText>{fault}</ErrorText>}
        </DialogBody>
        <FormActions words="פרסום" busy={publish.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
