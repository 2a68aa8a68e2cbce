// Decisions of a meeting: text, assignee and due date. One click converts all of them to tasks.
import { Plus, X } from 'lucide-react'
import { type NoteStep, ownerLabels, stepMax, stepsMax } from '#features/session-notes/session-notes.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = { steps: readonly NoteStep[]; onChange: (steps: NoteStep[]) => void }

export function StepList({ steps, onChange }: Props) {
  const change = (id: string, part: Partial<NoteStep>) =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...part } : step)))
  return (
    <>
      {steps.length > 0 && (
        <ol className="note__steps">
          {steps.map((step, i) => (
            <li key={step.id} aria-label={`החלטה ${i + 1}`}>
              <TextField
                name={`text-${step.id}`}
                label="מה"
                maxLength={stepMax}
                autoComplete="off"
                value={step.text}
                readOnly={step.task_id !== undefined}
                {...(step.task_id && { hint: 'נפתחה משימה' })}
                onChange={({ target }) => change(step.id, { text: target.value })}
              />
              <SelectField
                name={`owner-${step.id}`}
                label="על מי"
                value={step.owner}
                disabled={step.task_id !== undefined}
                onChange={({ target }) => change(step.id, { owner: target.value === 'coach' ? 'coach' : 'client' })}
              >
                {(['client', 'coach'] as const).map((owner) => (
                  <option key={owner} value={owner}>
                    {ownerLabels[owner]}
                  </option>
                ))}
              </SelectField>
              <DayField
                name={`due-${step.id}`}
                label="עד מתי"
                defaultValue={step.due_on ?? ''}
                disabled={step.task_id !== undefined}
                onValueChange={(day) => change(step.id, { due_on: day || null })}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                icon={<Icon of={X} />}
                aria-label={`הסרת ההחלטה: ${step.text || i + 1}`}
                onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
              />
            </li>
          ))}
        </ol>
      )}
      {steps.length < stepsMax && (
        <div className="block__actions">
          <Button
            size="sm"
            icon={<Icon of={Plus} />}
            onClick={() => onChange([...steps, { id: crypto.randomUUID(), text: '', owner: 'client', due_on: null }])}
          >
            החלטה או צעד הבא
          </Button>
        </div>
      )}
    </>
  )
}
