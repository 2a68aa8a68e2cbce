// Fields of the steps that create a task or a notification for the team.
import { typeLabels as taskTypes } from '#features/tasks/task-labels.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DurationField } from './duration-field.tsx'
import { ResponsibleField } from './responsible-field.tsx'
import type { StepOf, StepProps } from './step-props.ts'

export const TaskFields = ({ step, onChange, choices }: StepProps<StepOf<'task'>>) => (
  <>
    <TextField
      name="name"
      label="מה לעשות"
      required
      maxLength={200}
      value={step.name}
      onChange={({ target }) => onChange({ ...step, name: target.value })}
    />
    <DurationField
      label="לבצע בתוך"
      minutes={step.dueMinutes}
      onChange={(dueMinutes) => onChange({ ...step, dueMinutes })}
    />
    <div className="automation__fields">
      <SelectField
        name="type"
        label="סוג"
        value={step.type}
        onChange={({ target }) => onChange({ ...step, type: target.value as StepOf<'task'>['type'] })}
      >
        {Object.entries(taskTypes).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="priority"
        label="דחיפות"
        value={step.priority}
        onChange={({ target }) => onChange({ ...step, priority: target.value as StepOf<'task'>['priority'] })}
      >
        <option value="low">נמוכה</option>
        <option value="medium">רגילה</option>
        <option value="high">גבוהה</option>
      </SelectField>
      <ResponsibleField value={step.userId} choices={choices} onChange={(userId) => onChange({ ...step, userId })} />
    </div>
  </>
)

export const NoticeFields = ({ step, onChange, choices }: StepProps<StepOf<'notice'>>) => (
  <>
    <TextField
      name="title"
      label="נוסח ההתראה"
      required
      maxLength={200}
      value={step.title}
      onChange={({ target }) => onChange({ ...step, title: target.value })}
    />
    <div className="automation__fields">
      <SelectField
        name="severity"
        label="דחיפות"
        value={step.severity}
        onChange={({ target }) => onChange({ ...step, severity: target.value as StepOf<'notice'>['severity'] })}
      >
        <option value="low">לידיעה</option>
        <option value="medium">להיום</option>
        <option value="high">עכשיו</option>
      </SelectField>
      <ResponsibleField value={step.userId} choices={choices} onChange={(userId) => onChange({ ...step, userId })} />
    </div>
  </>
)
