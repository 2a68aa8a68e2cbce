import { useState } from 'react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { useUserId } from '#client/session-context.tsx'
import { recurrenceText, optionOf, recurrenceOptions } from '#features/tasks/recurrence.ts'
import { NewTask, priorityLabels, type Task, typeLabels } from '#features/tasks/tasks.ts'
import { formatTime, instantAt } from '#lib/time/dates.ts'
import { formText } from '#lib/forms/form-text.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

export type EditableTask = Pick<Task, 'name' | 'due_date' | 'due_at' | 'type' | 'priority' | 'rrule' | 'user_id'>
export type TaskErrors = { name?: string; due_date?: string; form?: string }

/** Fields of a task, except its contact. */
export function TaskFields({ task, errors }: { task: EditableTask; errors: TaskErrors }) {
  const userId = useUserId()
  const staff = useStaff()
  const [day, setDay] = useState(task.due_date ?? '')
  const rhythm = optionOf(task.rrule)
  const isOffered = !rhythm || recurrenceOptions.some(({ rrule }) => rrule === rhythm)
  const colleagues = staff.data ?? []
  // A former colleague needs an option, or saving would assign the task to the first colleague.
  const hasLeft = task.user_id && colleagues.every(({ user_id: id }) => id !== task.user_id)
  return (
    <>
      <TextField
        label="מה צריך לעשות"
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        dir="auto"
        defaultValue={task.name}
        error={errors.name}
      />
      <div className="task-fields__row">
        <DayField
          label="עד"
          name="due_date"

          value={day}
          onValueChange={setDay}
          error={errors.due_date}
        />
        <TimeField
          label="שעה"
          optional="(לא חובה)"
          name="hour"

          disabled={!day}
          defaultValue={task.due_at ? formatTime(task.due_at) : ''}
        />
      </div>
      <div className="task-fields__row">
        <SelectField label="סוג" name="type" defaultValue={task.type}>
          {Object.entries(typeLabels).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField label="עדיפות" name="priority" defaultValue={task.priority}>
          {Object.entries(priorityLabels).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="task-fields__row">
        <SelectField label="תדירות" name="rrule" defaultValue={isOffered ? rhythm : task.rrule!} disabled={!day}>
          <option value="">חד־פעמית</option>
          {recurrenceOptions.map(({ rrule, text }) => (
            <option key={rrule} value={rrule}>
              {text}
            </option>
          ))}
          {!isOffered && <option value={task.rrule!}>{recurrenceText(task.rrule!)}</option>}
        </SelectField>
        {colleagues.length > 1 && (
          <SelectField label="באחריות" name="user_id" defaultValue={task.user_id ?? ''}>
            {!task.user_id && <option value="">לא שויכה</option>}
            {colleagues.map(({ user_id: id, name }) => (
              <option key={id} value={id}>
                {id === userId ? `${name} (אני)` : name}
              </option>
            ))}
            {hasLeft && <option value={task.user_id!}>מי שכבר לא בצוות</option>}
          </SelectField>
        )}
      </div>
    </>
  )
}

/** Reads the form. Absent or disabled fields keep the task's values. */
export function readTask(form: HTMLFormElement, task: EditableTask): { task: EditableTask } | { errors: TaskErrors } {
  const typed = new FormData(form)
  const day = formText(typed, 'due_date')
  const hour = day && formText(typed, 'hour')
  const rrule = day ? formText(typed, 'rrule') : ''
  const read = NewTask.safeParse({
    name: formText(typed, 'name'),
    due_date: day || null,
    due_at: hour ? instantAt(day, hour).toISOString() : null,
    type: formText(typed, 'type'),
    priority: formText(typed, 'priority'),
    rrule: rrule && rrule === optionOf(task.rrule) && day === task.due_date ? task.rrule : rrule || null,
    user_id: typed.has('user_id') ? formText(typed, 'user_id') || null : task.user_id,
  })
  if (read.success) return { task: { ...task, ...read.data } }
  const { path, message } = read.error.issues[0]!
  return { errors: path[0] === 'name' ? { name: message } : { due_date: 'המועד לא תקין' } }
}
