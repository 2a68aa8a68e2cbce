// A list of conditions, all of which must hold.
import { Plus, Trash2 } from 'lucide-react'
import type { Condition } from '#features/automations/engine/definition.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { eventLabel, eventTypes } from '../event-catalog.ts'
import type { Choices, FieldChoice } from '../use-choices.ts'
import { Options } from './event-fields.tsx'

type Props = {
  value: readonly Condition[]
  onChange: (value: Condition[]) => void
  choices: Choices
  /** Event conditions are not offered in filters, which are checked before the run. */
  withEvents?: boolean
}

export function ConditionsEditor({ value, onChange, choices, withEvents = false }: Props) {
  return (
    <div className="automation__conditions">
      {value.map((condition, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- conditions have no identity of their own
        <div key={i} className="automation__condition">
          <ConditionFields
            value={condition}
            choices={choices}
            withEvents={withEvents}
            onChange={(next) => onChange(value.with(i, next))}
          />
          <Button
            iconOnly
            look="ghost"
            aria-label={`מחיקת תנאי ${i + 1}`}
            icon={<Icon of={Trash2} />}
            onClick={() => onChange(value.toSpliced(i, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<Icon of={Plus} />}
          onClick={() => onChange([...value, { about: 'consent', is: true }])}
        >
          תנאי
        </Button>
      </div>
    </div>
  )
}

type ConditionSubject = Condition['about']

const labels: Record<ConditionSubject, string> = {
  consent: 'הסכמה לדיוור',
  tag: 'תגית',
  field: 'שדה',
  stage: 'שלב של הזדמנות',
  happened: 'מה שקרה מאז הכניסה',
}

const fresh = (about: ConditionSubject, choices: Choices): Condition => {
  switch (about) {
    case 'tag':
      return { about, tagId: choices.tags[0]?.id ?? '', is: true }
    case 'stage':
      return { about, stageId: choices.stages[0]?.id ?? '', is: true }
    case 'field':
      return { about, key: 'lifecycle', op: 'is', value: 'lead' }
    case 'happened':
      return { about, event: 'task.done', is: true }
    case 'consent':
      return { about, is: true }
  }
}

type FieldsProps = { value: Condition; onChange: (value: Condition) => void; choices: Choices; withEvents: boolean }

function ConditionFields({ value, onChange, choices, withEvents }: FieldsProps) {
  return (
    <div className="automation__fields">
      <SelectField
        name="about"
        label="תנאי על"
        value={value.about}
        onChange={({ target }) => onChange(fresh(target.value as ConditionSubject, choices))}
      >
        {(Object.keys(labels) as ConditionSubject[])
          .filter((about) => about !== 'happened' || withEvents)
          .map((about) => (
            <option key={about} value={about}>
              {labels[about]}
            </option>
          ))}
      </SelectField>
      {value.about === 'tag' && (
        <SelectField
          name="tagId"
          label="תגית"
          value={value.tagId}
          onChange={({ target }) => onChange({ ...value, tagId: target.value })}
        >
          <Options of={choices.tags} />
        </SelectField>
      )}
      {value.about === 'stage' && (
        <SelectField
          name="stageId"
          label="שלב"
          value={value.stageId}
          onChange={({ target }) => onChange({ ...value, stageId: target.value })}
        >
          <Options of={choices.stages} />
        </SelectField>
      )}
      {value.about === 'happened' && (
        <SelectField
          name="event"
          label="אירוע"
          value={value.event}
          onChange={({ target }) => onChange({ ...value, event: target.value })}
        >
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {eventLabel(type)}
            </option>
          ))}
        </SelectField>
      )}
      {value.about === 'field' ? (
        <FieldCondition value={value} onChange={onChange} choices={choices} />
      ) : (
        <SelectField
          name="is"
          label="כיוון"
          value={value.is ? 'yes' : 'no'}
          onChange={({ target }) => onChange({ ...value, is: target.value === 'yes' })}
        >
          <option value="yes">{value.about === 'happened' ? 'קרה' : 'יש'}</option>
          <option value="no">{value.about === 'happened' ? 'לא קרה' : 'אין'}</option>
        </SelectField>
      )}
    </div>
  )
}

type FieldValue = Extract<Condition, { about: 'field' }>
const operators: Record<FieldValue['op'], string> = {
  is: 'הוא',
  is_not: 'אינו',
  has: 'מולא',
  has_not: 'ריק',
  above: 'מעל',
  below: 'מתחת ל',
}

function FieldCondition({
  value,
  onChange,
  choices,
}: {
  value: FieldValue
  onChange: (value: Condition) => void
  choices: Choices
}) {
  const field = choices.fields.find(({ id }) => id === value.key)
  return (
    <>
      <SelectField
        name="key"
        label="שדה"
        value={value.key}
        onChange={({ target }) => onChange({ ...value, key: target.value, value: '' })}
      >
        <Options of={choices.fields} />
      </SelectField>
      <SelectField
        name="op"
        label="השוואה"
        value={value.op}
        onChange={({ target }) => onChange({ ...value, op: target.value as FieldValue['op'] })}
      >
        {Object.entries(operators).map(([op, label]) => (
          <option key={op} value={op}>
            {label}
          </option>
        ))}
      </SelectField>
      {value.op !== 'has' && value.op !== 'has_not' && (
        <ValueField
          field={field}
          value={value.value ?? ''}
          onChange={(next) => onChange({ ...value, value: next ?? '' })}
        />
      )}
    </>
  )
}

type ValueProps = {
  field: FieldChoice | undefined
  value: string | number | boolean | null
  onChange: (value: string | number | boolean | null) => void
}

/** An input for a value of the field's type. Money is entered in whole shekels and stored in agorot. */
export function ValueField({ field, value, onChange }: ValueProps) {
  if (field?.type === 'checkbox')
    return (
      <SelectField
        name="value"
        label="ערך"
        value={String(value)}
        onChange={({ target }) => onChange(target.value === 'true')}
      >
        <option value="true">כן</option>
        <option value="false">לא</option>
      </SelectField>
    )
  if (field && field.options.length > 0)
    return (
      <SelectField
        name="value"
        label="ערך"
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">בחירה</option>
        <Options of={field.options.map(({ id, label }) => ({ id, text: label }))} />
      </SelectField>
    )
  if (field?.type === 'date')
    return <DayField name="value" label="ערך" value={String(value ?? '')} onValueChange={onChange} />
  const isNumber = field?.type === 'number' || field?.type === 'money'
  const unit = field?.type === 'money' ? 100 : 1
  return (
    <TextField
      name="value"
      label={field?.type === 'money' ? 'ערך בשקלים' : 'ערך'}
      type={isNumber ? 'number' : 'text'}
      value={typeof value === 'number' ? value / unit : String(value ?? '')}
      onChange={({ target }) => onChange(isNumber ? Math.round(Number(target.value) * unit) : target.value)}
    />
  )
}
