import { type FormEvent, useState } from 'react'
import { useNow } from '#client/now.ts'
import { dayOf, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { formText } from '#lib/forms/form-text.ts'
import { isClosedHoliday, isSaturday } from '#lib/time/holidays.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

/** Schedules the publication of a post, in Israel time. */
export function ScheduleDialog({
  before,
  busy,
  onChosen,
  onClose,
}: {
  before: string | null
  busy: boolean
  onChosen: (at: Date) => void
  onClose: () => void
}) {
  const now = useNow()
  const [day, setDay] = useState(before ? dayOf(before) : addDays(dayOf(now), 1))
  const [time, setTime] = useState(before ? formatTime(before) : '09:00')
  const [error, setError] = useState<string>()
  const rest = restDayHint(day, time)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const at = instantAt(formText(form, 'day'), formText(form, 'time'))
    if (!(at.getTime() > Date.now())) return setError('יש לבחור מועד עתידי')
    onChosen(at)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="מתי המאמר יופיע באתר?"
      text="הנוסח שכתוב עכשיו הוא שיופיע. מה שייכתב אחרי התזמון יחכה לפרסום נוסף."
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <DayField
            name="day"

            label="יום"
            required
            value={day}
            min={dayOf(now)}
            error={error}
            onValueChange={setDay}
          />
          <TimeField
            name="time"

            label="שעה"
            hint="לפי השעון בישראל"
            required
            value={time}
            onValueChange={setTime}
          />
          {rest && <p className="post-rest">{rest}</p>}
        </DialogBody>
        <FormActions words="תזמון" busy={busy} onBack={onClose} />
      </form>
    </Dialog>
  )
}

/** A hint if the time falls on the Sabbath or a holiday; it does not block. */
function restDayHint(day: string, time: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  if (isClosedHoliday(day)) return 'המועד חל בחג. אפשר לתזמן, אבל מעט אנשים יקראו.'
  if (isSaturday(day) && time < '19:00') return 'המועד חל בשבת. אפשר לתזמן, אבל מעט אנשים יקראו.'
  if (isSaturday(addDays(day, 1)) && time >= '15:00') return 'בשעה הזאת נכנסת שבת. אפשר לתזמן, אבל מעט אנשים יקראו.'
  if (isClosedHoliday(addDays(day, 1)) && time >= '15:00') return 'בשעה הזאת נכנס חג. אפשר לתזמן, אבל מעט אנשים יקראו.'
  return undefined
}
