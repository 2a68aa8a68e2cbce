import { SelectField } from '#ui/forms/field.tsx'
import { ConditionsEditor } from './conditions-editor.tsx'
import type { StepOf, StepProps } from './step-props.ts'

export const MessageFields = ({ step, onChange, choices }: StepProps<StepOf<'message'>>) => (
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
