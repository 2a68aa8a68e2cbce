// The messages of a sequence: day, time, template, condition, and delivery counts.
import { Plus, Trash2 } from 'lucide-react'
import type { AutomationIssue } from '#features/automations/automations.ts'
import { newStepId } from '#features/automations/engine/edit-flow.ts'
import type { Step } from '#features/automations/engine/definition.ts'
import { rowsOf, type SequenceRow, stepsOf } from '#features/automations/sequence-rows.ts'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ConditionsEditor } from '../editor/conditions-editor.tsx'
import type { Choices } from '../use-choices.ts'

type Props = {
  steps: readonly Step[]
  issues: readonly AutomationIssue[]
  figures: (stepId: string) => string | undefined
  choices: Choices
  onChange: (steps: Step[]) => void
}

export function SequenceList({ steps, issues, figures, choices, onChange }: Props) {
  const rows = rowsOf(steps)
  const change = (next: readonly SequenceRow[]) => onChange(stepsOf(next))
  const add = () =>
    change([
      ...rows,
      {
        id: newStepId(steps),
        day: rows.length > 0 ? rows.at(-1)!.day + 2 : 0,
        at: '09:00',
        templateId: choices.templates[0]?.id ?? '',
        only: [],
      },
    ])
  return (
    <SettingsCard title="ההודעות לפי הסדר">
      <ol className="automation__conditions">
        {rows.map((row, i) => (
          <li key={row.id} className="automation__condition">
            <Row
              row={row}
              number={i + 1}
              words={[figures(row.id), ...issues.filter(({ stepId }) => stepId === row.id).map(({ text }) => text)]}
              choices={choices}
              onChange={(next) => change(rows.with(i, next))}
            />
            <Button
              iconOnly
              look="ghost"
              aria-label={`מחיקת הודעה ${i + 1}`}
              icon={<Icon of={Trash2} />}
              onClick={() => change(rows.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button disabled={choices.templates.length === 0} icon={<Icon of={Plus} />} onClick={add}>
          הודעה
        </Button>
        {choices.templates.length === 0 && <p className="automation__note">כדי להוסיף הודעה צריך תבנית אחת לפחות.</p>}
      </div>
    </SettingsCard>
  )
}

type RowProps = {
  row: SequenceRow
  number: number
  words: readonly (string | undefined)[]
  choices: Choices
  onChange: (row: SequenceRow) => void
}

const Row = ({ row, number, words, choices, onChange }: RowProps) => (
  <fieldset className="automation__form">
    <legend>הודעה {number}</legend>
    <div className="automation__fields">
      <TextField
        name="day"
        type="number"
        min={0}
        max={365}
        label="יום אחרי הכניסה"
        value={row.day}
        onChange={({ target }) =>
          onChange({ ...row, day: Math.min(365, Math.max(0, Math.trunc(Number(target.value)))) })
        }
      />
      <TimeField
        name="at"
        label="שעה"
        value={row.at ?? ''}
        onValueChange={(at) => onChange({ ...row, at: at || undefined })}
      />
      <SelectField
        name="templateId"
        label="תבנית"
        value={row.templateId}
        onChange={({ target }) => onChange({ ...row, templateId: target.value })}
      >
        {choices.templates.map(({ id, text, isPublished }) => (
          <option key={id} value={id}>
            {isPublished ? text : `${text} (עוד לא פורסמה)`}
          </option>
        ))}
      </SelectField>
    </div>
    <Disclosure title="נשלחת רק אם" open={row.only.length > 0}>
      <ConditionsEditor withEvents value={row.only} choices={choices} onChange={(only) => onChange({ ...row, only })} />
    </Disclosure>
    {words.map((text) => text && <small key={text}>{text}</small>)}
  </fieldset>
)
