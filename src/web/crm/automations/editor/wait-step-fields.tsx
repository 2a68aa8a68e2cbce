// Fields of wait steps: for a duration, a date, an event, or a goal.
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import { DurationField } from './duration-field.tsx'
import { EventFields, Options } from './event-fields.tsx'
import { OffsetDaysField } from './offset-days-field.tsx'
import type { StepOf, StepProps } from './step-props.ts'

export const WaitFields = ({ step, onChange }: StepProps<StepOf<'wait'>>) => (
  <>
    <DurationField label="להמתין" minutes={step.minutes} onChange={(minutes) => onChange({ ...step, minutes })} />
    <TimeField
      name="at"
      label="ואז עד השעה"
      optional="(לא חובה)"
      value={step.at ?? ''}
      onValueChange={(at) => {
        const { at: _, ...rest } = step
        onChange(at ? { ...rest, at } : rest)
      }}
    />
    <CheckField
      name="workingHours"
      label="רק בשעות העבודה: ימים א׳ עד ה׳, 9:00 עד 17:00, בלי חגים וערבי חג"
      checked={step.workingHours}
      onChange={({ target }) => onChange({ ...step, workingHours: target.checked })}
    />
  </>
)

export const UntilFields = ({ step, onChange, choices }: StepProps<StepOf<'until'>>) => (
  <div className="automation__fields">
    <SelectField
      name="key"
      label="תאריך"
      value={step.key}
      onChange={({ target }) => onChange({ ...step, key: target.value })}
    >
      <option value="birth_date">יום ההולדת הבא</option>
      <Options of={choices.fields.filter(({ type }) => type === 'date')} />
    </SelectField>
    <OffsetDaysField value={step.offsetDays} onChange={(offsetDays) => onChange({ ...step, offsetDays })} />
    <TimeField name="at" label="שעה" required value={step.at} onValueChange={(at) => at && onChange({ ...step, at })} />
  </div>
)

export const AwaitFields = ({ step, onChange, choices }: StepProps<StepOf<'await'>>) => (
  <>
    <EventFields
      label="אירוע"
      value={{ event: step.event, match: step.match }}
      choices={choices}
      onChange={(event) => onChange({ ...step, ...event })}
    />
    <DurationField
      label="להמתין עד"
      min={1}
      minutes={step.timeoutMinutes}
      onChange={(timeoutMinutes) => onChange({ ...step, timeoutMinutes })}
    />
  </>
)

export const GoalFields = ({ step, onChange, choices }: StepProps<StepOf<'goal'>>) => (
  <>
    <EventFields
      label="המטרה הושגה כש"
      value={{ event: step.event, match: step.match }}
      choices={choices}
      onChange={(event) => onChange({ ...step, ...event })}
    />
    <SelectField
      name="otherwise"
      label="אם הגיעו לכאן בלי זה"
      value={step.otherwise}
      onChange={({ target }) => onChange({ ...step, otherwise: target.value as 'continue' | 'exit' })}
    >
      <option value="continue">ממשיכים</option>
      <option value="exit">יוצאים</option>
    </SelectField>
  </>
)
