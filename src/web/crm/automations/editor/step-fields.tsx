// The fields of one step.
import type { ReactNode } from 'react'
import type { Step } from '#features/automations/engine/definition.ts'
import { typeLabels as taskTypes } from '#features/tasks/task-labels.ts'
import { TimeField } from '#ui/dates/time-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import type { Choices } from '../use-choices.ts'
import { ConditionsEditor, ValueField } from './conditions-editor.tsx'
import { DurationField } from './duration-field.tsx'
import { EventFields, Options } from './event-fields.tsx'

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
type Props<One extends Step> = { step: One; onChange: (step: One) => void; choices: Choices }

export function StepFields({ step, onChange, choices }: Props<Step>): ReactNode {
  switch (step.kind) {
    case 'message':
      return <MessageFields {...{ step, onChange, choices }} />
    case 'task':
      return <TaskFields {...{ step, onChange, choices }} />
    case 'notice':
      return <NoticeFields {...{ step, onChange, choices }} />
    case 'tag':
      return (
        <div className="automation__fields">
          <SelectField
            name="change"
            label="פעולה"
            value={step.change}
            onChange={({ target }) => onChange({ ...step, change: target.value as 'add' | 'remove' })}
          >
            <option value="add">הוספה</option>
            <option value="remove">הסרה</option>
          </SelectField>
          <SelectField
            name="tagId"
            label="תגית"
            value={step.tagId}
            onChange={({ target }) => onChange({ ...step, tagId: target.value })}
          >
            <Options of={choices.tags} />
          </SelectField>
        </div>
      )
    case 'field': {
      const field = choices.fields.find(({ id }) => id === step.key)
      return (
        <div className="automation__fields">
          <SelectField
            name="key"
            label="שדה"
            value={step.key}
            onChange={({ target }) => onChange({ ...step, key: target.value, value: '' })}
          >
            <Options of={choices.fields.filter(({ type }) => type !== 'multi')} />
          </SelectField>
          <ValueField field={field} value={step.value} onChange={(value) => onChange({ ...step, value })} />
        </div>
      )
    }
    case 'stage':
      return (
        <SelectField
          name="stageId"
          label="שלב"
          hint="עוברת ההזדמנות הפתוחה החדשה ביותר של איש הקשר בצינור הזה."
          value={step.stageId}
          onChange={({ target }) => {
            const stage = choices.stages.find(({ id }) => id === target.value)
            if (stage) onChange({ ...step, stageId: stage.id, pipelineId: stage.pipelineId })
          }}
        >
          <Options of={choices.stages.filter(({ kind }) => kind === 'open')} />
        </SelectField>
      )
    case 'assign':
      return (
        <SelectField
          name="userId"
          label="אל מי"
          value={step.userId}
          onChange={({ target }) => onChange({ ...step, userId: target.value })}
        >
          <Options of={choices.staff} />
        </SelectField>
      )
    case 'enrol':
    case 'unenrol':
      return (
        <SelectField
          name="automationId"
          label="אוטומציה"
          value={step.automationId}
          onChange={({ target }) => onChange({ ...step, automationId: target.value })}
        >
          <Options of={choices.automations} />
        </SelectField>
      )
    case 'wait':
      return <WaitFields {...{ step, onChange, choices }} />
    case 'until':
      return <UntilFields {...{ step, onChange, choices }} />
    case 'await':
      return (
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
    case 'branch':
      return (
        <ConditionsEditor
          withEvents
          value={step.conditions}
          choices={choices}
          onChange={(conditions) => onChange({ ...step, conditions })}
        />
      )
    case 'goal':
      return (
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
    case 'exit':
      return <p className="automation__note">מי שמגיע לכאן יוצא מהאוטומציה.</p>
  }
}

const MessageFields = ({ step, onChange, choices }: Props<Of<'message'>>) => (
  <>
    <SelectField
      name="templateId"
      label="תבנית"
      hint={choices.templates.length === 0 ? 'אין עדיין תבניות. כותבים אותן במסך הדיוור.' : undefined}
      value={step.templateId}
      onChange={({ target }) => onChange({ ...step, templateId: target.value })}
    >
      {choices.templates.map(({ id, text, isPublished }) => (
        <option key={id} value={id}>
          {isPublished ? text : `${text} (עוד לא פורסמה)`}
        </option>
      ))}
    </SelectField>
    <div>
      <p className="automation__note">נשלחת רק אם כל התנאים האלה מתקיימים באותו רגע:</p>
      <ConditionsEditor
        withEvents
        value={step.only}
        choices={choices}
        onChange={(only) => onChange({ ...step, only })}
      />
    </div>
  </>
)

const responsible = 'מי שאחראי על איש הקשר'

const TaskFields = ({ step, onChange, choices }: Props<Of<'task'>>) => (
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
        onChange={({ target }) => onChange({ ...step, type: target.value as Of<'task'>['type'] })}
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
        onChange={({ target }) => onChange({ ...step, priority: target.value as Of<'task'>['priority'] })}
      >
        <option value="low">נמוכה</option>
        <option value="medium">רגילה</option>
        <option value="high">גבוהה</option>
      </SelectField>
      <SelectField
        name="userId"
        label="למי"
        value={step.userId ?? ''}
        onChange={({ target }) => onChange({ ...step, userId: target.value || null })}
      >
        <option value="">{responsible}</option>
        <Options of={choices.staff} />
      </SelectField>
    </div>
  </>
)

const NoticeFields = ({ step, onChange, choices }: Props<Of<'notice'>>) => (
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
        onChange={({ target }) => onChange({ ...step, severity: target.value as Of<'notice'>['severity'] })}
      >
        <option value="low">לידיעה</option>
        <option value="medium">להיום</option>
        <option value="high">עכשיו</option>
      </SelectField>
      <SelectField
        name="userId"
        label="למי"
        value={step.userId ?? ''}
        onChange={({ target }) => onChange({ ...step, userId: target.value || null })}
      >
        <option value="">{responsible}</option>
        <Options of={choices.staff} />
      </SelectField>
    </div>
  </>
)

const WaitFields = ({ step, onChange }: Props<Of<'wait'>>) => (
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

const UntilFields = ({ step, onChange, choices }: Props<Of<'until'>>) => (
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
    <TextField
      name="offsetDays"
      type="number"
      min={-365}
      max={365}
      label="ימים אחרי (מינוס: לפני)"
      value={step.offsetDays}
      onChange={({ target }) => onChange({ ...step, offsetDays: Math.trunc(Number(target.value)) })}
    />
    <TimeField name="at" label="שעה" required value={step.at} onValueChange={(at) => at && onChange({ ...step, at })} />
  </div>
)
