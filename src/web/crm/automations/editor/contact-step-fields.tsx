// Fields of the steps that change the contact: tag, custom field, stage, owner, enrolment.
import { SelectField } from '#ui/forms/field.tsx'
import { ValueField } from './conditions-editor.tsx'
import { Options } from './event-fields.tsx'
import type { StepOf, StepProps } from './step-props.ts'

export const TagFields = ({ step, onChange, choices }: StepProps<StepOf<'tag'>>) => (
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

export function ContactFieldFields({ step, onChange, choices }: StepProps<StepOf<'field'>>) {
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

export const StageFields = ({ step, onChange, choices }: StepProps<StepOf<'stage'>>) => (
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

export const AssignFields = ({ step, onChange, choices }: StepProps<StepOf<'assign'>>) => (
  <SelectField
    name="userId"
    label="אל מי"
    value={step.userId}
    onChange={({ target }) => onChange({ ...step, userId: target.value })}
  >
    <Options of={choices.staff} />
  </SelectField>
)

export const EnrolmentFields = ({ step, onChange, choices }: StepProps<StepOf<'enrol' | 'unenrol'>>) => (
  <SelectField
    name="automationId"
    label="אוטומציה"
    value={step.automationId}
    onChange={({ target }) => onChange({ ...step, automationId: target.value })}
  >
    <Options of={choices.automations} />
  </SelectField>
)
