import { type FormEvent, useState } from 'react'
import { useNow } from '#client/now.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'

/** Schedules publication of the current draft, in Israel time. `leavesOutMenu`: the chosen link in the menu is not scheduled with it. */
export function SchedulePageDialog({
  before,
  leavesOutMenu,
  onChosen,
  onClose,
}: {
  before: string | null
  leavesOutMenu: boolean
  onChosen: (at: string | null) => void
  onClose: () => void
}) {
  const now = useNow()
  const [day, setDay] = useState(before ? dayOf(before) : addDays(dayOf(now), 1))
  const [time, setTime] = useState(before ? formatTime(before) : '09:00')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const at = instantAt(day, time)
    if (!(at.getTime() > Date.now())) return setError('יש לבחור מועד עתידי')
    onChosen(at.toISOString())
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="מתי העמוד יפורסם?"
      text="הנוסח שכתוב עכשיו הוא שיופיע. מה שייכתב אחרי התזמון יחכה לפרסום נוסף."
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <DayField name="day" label="יום" required value={day} min={dayOf(now)} error={error} onValueChange={setDay} />
          <TimeField name="time" label="שעה" hint="לפי השעון בישראל" required value={time} onValueChange={setTime} />
          {leavesOutMenu && (
            <p className="hint">הקישור בתפריט אינו מתוזמן. אחרי הפרסום אפשר להוסיף אותו מהתפריט ״עוד״.</p>
          )}
          {before && (
            <Button look="ghost" onClick={() => onChosen(null)}>
              ביטול התזמון
            </Button>
          )}
        </DialogBody>
        <FormActions words="תזמון" busy={false} onBack={onClose} />
      </form>
    </Dialog>
  )
}
