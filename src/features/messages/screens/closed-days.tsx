// The closed days of the business: messages that can wait are held until the day after.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAddClosedDays, useClosedDays, useDeleteClosedDays } from '../message-plan.data.ts'
import { type ClosedDay, ClosedDaysEdit } from '../message-plan.ts'
import { refusals } from '../messages.ts'

export function ClosedDays() {
  const { data: days } = useClosedDays(dayOf(useNow()))
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="email-part" aria-labelledby="closed-days">
      <div className="email-part__head">
        <h2 id="closed-days">ימים סגורים</h2>
        <Button icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
          ימים סגורים
        </Button>
      </div>
      <p className="email-note">
        חופשה, כנס או יום גישור. שבתות וחגים כבר ידועים. אישורים וקבלות נשלחים גם בימים האלה.
      </p>
      {days && days.length > 0 && (
        <ul className="message-list">
          {days.map((day) => (
            <Row key={day.id} day={day} />
          ))}
        </ul>
      )}
      <RecordDialog open={isAdding} onClose={() => setAdding(false)} title="ימים סגורים">
        <ClosedDaysForm />
      </RecordDialog>
    </section>
  )
}

function Row({ day }: { day: ClosedDay }) {
  const removing = useDeleteClosedDays()
  const until = day.until_on === day.from_on ? '' : ` עד ${formatDate(day.until_on)}`
  return (
    <li className="email-bar">
      <span dir="auto">
        {day.name}: {formatDate(day.from_on)}
        {until}
      </span>
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`מחיקת ${day.name}`}
        icon={<Icon of={Trash2} />}
        busy={removing.isPending}
        onClick={() => removing.mutate(day, { onError: (error) => toast.error(refusalText(error, refusals)) })}
      />
    </li>
  )
}

const fields = {
  closed_day_name_length: 'name',
  closed_days_end_before_start: 'until_on',
  closed_too_long: 'until_on',
}

function ClosedDaysForm() {
  const adding = useAddClosedDays()
  return (
    <RecordForm
      schema={ClosedDaysEdit}
      refusals={refusals}
      fields={fields}
      save={(edit) => adding.mutateAsync(edit)}
      saved="הימים נשמרו"
      action="שמירת הימים"
    >
      {(errors) => (
        <>
          <TextField
            name="name"
            label="שם"
            hint="למשל: חופשת קיץ"
            required
            maxLength={60}
            autoComplete="off"
            error={errors['name']}
          />
          <DayField name="from_on" label="מיום" required error={errors['from_on']} />
          <DayField name="until_on" label="עד יום, כולל" required error={errors['until_on']} />
        </>
      )}
    </RecordForm>
  )
}
