import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type DataSubject, useErasePerson } from '#features/privacy/privacy.data.ts'
import { refusals } from '#features/privacy/privacy.ts'
import { formText } from '#lib/forms/form-text.ts'
import { isolate, oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { person: DataSubject | undefined; onClose: () => void; onForgotten: () => void }

/** Irreversible erasure of a person, confirmed by typing the name. */
export function ForgetDialog({ person, onClose, onForgotten }: Props) {
  return (
    <Dialog
      open={person !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={person && `מחיקת הפרטים של ${isolate(person.full_name)}`}
      text="אין דרך חזרה: לא דרך הסל ולא דרך ביטול. יישאר רק מה שהחוק מחייב לשמור, כפי שמפורט בעמוד."
    >
      {person && <ForgetForm person={person} onClose={onClose} onForgotten={onForgotten} />}
    </Dialog>
  )
}

function ForgetForm({ person, onClose, onForgotten }: Props & { person: DataSubject }) {
  const forget = useErasePerson()
  const [fault, setFault] = useState<string>()
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (forget.isPending) return
    const typed = oneLine(formText(new FormData(event.currentTarget), 'name'))
    if (typed !== oneLine(person.full_name)) return setFault('השם אינו זהה לשם שבכרטיס')
    setFault(undefined)
    forget.mutate(person, {
      onSuccess() {
        toast.success('הפרטים נמחקו')
        onClose()
        onForgotten()
      },
      onError: (error) => setFault(refusalText(error, refusals)),
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <TextField
          name="name"
          label={
            <>
              לאישור, הקלידו את השם: <bdi>{person.full_name}</bdi>
            </>
          }
          autoComplete="off"
          dir="auto"
          error={fault}
        />
      </DialogBody>
      <DialogActions>
        <Button type="submit" look="danger" busy={forget.isPending}>
          {forget.isPending ? 'מוחקים' : 'מחיקה לצמיתות'}
        </Button>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </form>
  )
}
