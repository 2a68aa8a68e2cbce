import './calendar-choice.css'
import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, ErrorText, SelectField } from '#ui/forms/field.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAccountCalendars, useChooseCalendars } from './calendar.data.ts'
import { type AccountCalendar, type CalendarConnection, refusals } from './calendar.ts'

/** Calendars for busy times, the calendar to write to, and what the booking page does when Google is unavailable. */
export function CalendarChoice({ connection }: { connection: CalendarConnection }) {
  const calendars = useAccountCalendars(connection.account_email)
  if (calendars.isPending) return <Loading size="sm" text="קריאת היומנים..." />
  if (calendars.error)
    return (
      <div className="option__row">
        <ErrorText>{refusalText(calendars.error, refusals)}</ErrorText>
        <Button size="sm" onClick={() => void calendars.refetch()}>
          ניסיון נוסף
        </Button>
      </div>
    )
  return <Form connection={connection} calendars={calendars.data} key={connection.version} />
}

type FormProps = { connection: CalendarConnection; calendars: AccountCalendar[] }

function Form({ connection, calendars }: FormProps) {
  const choose = useChooseCalendars()
  const [errorText, setErrorText] = useState<string>()
  const form = useUnsavedForm(connection, String(connection.version))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const write = data.get('write')
    setErrorText(undefined)
    choose.mutate(
      {
        busy_calendar_ids: calendars.map(({ id }) => id).filter((id) => data.getAll('busy').includes(id)),
        write_calendar_id: typeof write === 'string' ? write : 'primary',
        on_broken: data.get('on_broken') === 'internal' ? 'internal' : 'closed',
      },
      {
        onSuccess: () => toast.success('בחירת היומנים נשמרה'),
        onError: (error) => setErrorText(refusalText(error, refusals)),
      },
    )
  }

  const writable = calendars.filter(({ mayWrite }) => mayWrite)
  const isWritable = writable.some(({ id }) => id === connection.write_calendar_id)
  return (
    <form ref={form} className="calendar-choice" noValidate onSubmit={submit}>
      <fieldset>
        <legend>יומנים ששעות תפוסות בהם סוגרות פגישות</legend>
        {calendars.map(({ id, name }) => (
          <CheckField
            key={id}
            name="busy"
            value={id}
            label={<bdi>{name}</bdi>}
            defaultChecked={connection.busy_calendar_ids.includes(id)}
          />
        ))}
      </fieldset>
      <SelectField
        name="write"
        label="היומן שפגישות נכתבות בו"
        defaultValue={isWritable ? connection.write_calendar_id : 'primary'}
      >
        {writable.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="on_broken"
        label="כשהיומן לא עונה"
        hint="בלי תשובה מ-Google אי אפשר לדעת אילו שעות תפוסות בו"
        defaultValue={connection.on_broken}
      >
        <option value="closed">לסגור את קביעת הפגישות</option>
        <option value="internal">להמשיך לפי המערכת בלבד</option>
      </SelectField>
      {errorText && <ErrorText>{errorText}</ErrorText>}
      <Button type="submit" size="sm" busy={choose.isPending}>
        שמירת הבחירה
      </Button>
    </form>
  )
}
