// Diagnosis of a day without free slots: how many slots each rule excluded.
import type { SubmitEvent } from 'react'
import { refusalText } from '#client/refusal.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import { useExplainSlots } from '../../availability.data.ts'
import { refusals } from '../../booking-labels.ts'
import { ExplainSlots, explainedHeading, reasonText } from '../../explain-slots.ts'
import { useAppointmentTypes } from '../../types.data.ts'

export function Diagnosis({ host, today }: { host: string; today: string }) {
  const { data: types = [] } = useAppointmentTypes()
  const asking = useExplainSlots()
  const { errors, read } = useValidatedForm(ExplainSlots, { refusals })
  function ask(event: SubmitEvent<HTMLFormElement>) {
    const input = read(event)
    if (input) asking.mutate(input)
  }
  return (
    <SettingsCard title="למה אין שעות?" text="בוחרים יום, ורואים איזה כלל תפס כמה שעות.">
      <form noValidate className="diagnosis" onSubmit={ask}>
        <SelectField name="typeId" label="סוג פגישה" error={errors['typeId']}>
          {types
            .filter(({ user_id }) => user_id === host)
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </SelectField>
        <DayField name="day" label="יום" defaultValue={today} error={errors['day']} />
        <Button type="submit" busy={asking.isPending}>
          בדיקה
        </Button>
      </form>
      <div aria-live="polite">
        {asking.error && <ErrorText>{refusalText(asking.error, refusals)}</ErrorText>}
        {asking.data && (
          <>
            <p className="diagnosis__heading">{explainedHeading(asking.data)}</p>
            <ul className="date-lines">
              {asking.data.taken.map((one) => (
                <li key={JSON.stringify(one.reason)}>{reasonText(one)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </SettingsCard>
  )
}
