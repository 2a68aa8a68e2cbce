import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { type SessionRow, useLimitSeats } from '../webinars.data.ts'

/** The seat limit of a session. Added seats go to the waiting list within a minute; a lower limit removes no registrations. */
export function SeatLimit({ session: { id, capacity } }: { session: SessionRow }) {
  const [isOpen, setOpen] = useState(false)
  const limit = useLimitSeats()
  const close = () => setOpen(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const seats = new FormData(event.currentTarget).get('seats') as string
    limit.mutate({ id, capacity: seats ? Number(seats) : null }, { onSuccess: close, onError: failedStep })
  }
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        מקומות
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="כמה מקומות יש במפגש?"
        text="כשהמפגש מלא נפתחת רשימת המתנה, ומקום שמתפנה עובר לבאים בתור. מי שכבר נרשמו נשארים גם אם המספר קטן יותר."
      >
        <form onSubmit={submit}>
          <DialogBody>
            <TextField
              name="seats"
              label="מקומות (ריק: בלי הגבלה)"
              type="number"
              min={1}
              max={100_000}
              defaultValue={capacity ?? ''}
            />
          </DialogBody>
          <FormActions words="שמירה" busy={limit.isPending} onBack={close} />
        </form>
      </Dialog>
    </>
  )
}
