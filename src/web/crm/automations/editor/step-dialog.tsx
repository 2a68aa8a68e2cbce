// Adds or edits one step.
import { type FormEvent, useState } from 'react'
import type { Step, StepKind } from '#features/automations/engine/definition.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import type { Choices } from '../use-choices.ts'
import { StepFields } from './step-fields.tsx'
import { newStep, stepKinds } from './step-kinds.ts'

type Props = {
  /** The edited step, or the id of a new one. */
  opened: Step | { newId: string } | undefined
  choices: Choices
  /** A goal applies to the whole run, so it is allowed only at the top level. */
  mayBeGoal: boolean
  onClose: () => void
  onSave: (step: Step) => void
}

export function StepDialog({ opened, onClose, ...rest }: Props) {
  const isNew = opened !== undefined && 'newId' in opened
  return (
    <Dialog
      open={opened !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'צעד חדש' : 'עריכת צעד'}
      wide
    >
      {opened && (
        <StepForm key={'newId' in opened ? opened.newId : opened.id} opened={opened} onClose={onClose} {...rest} />
      )}
    </Dialog>
  )
}

type FormProps = Omit<Props, 'opened'> & { opened: Step | { newId: string } }

function StepForm({ opened, choices, mayBeGoal, onClose, onSave }: FormProps) {
  const isNew = 'newId' in opened
  const [step, setStep] = useState<Step>(isNew ? newStep('task', opened.newId, choices) : opened)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(step)
    onClose()
  }
  return (
    <form onSubmit={save}>
      <DialogBody>
        <div className="automation__form">
          {isNew && (
            <SelectField
              name="kind"
              label="סוג הצעד"
              value={step.kind}
              onChange={({ target }) => setStep(newStep(target.value as StepKind, step.id, choices))}
            >
              {(Object.keys(stepKinds) as StepKind[])
                .filter((kind) => kind !== 'goal' || mayBeGoal)
                .map((kind) => (
                  <option key={kind} value={kind}>
                    {stepKinds[kind].text}
                  </option>
                ))}
            </SelectField>
          )}
          <StepFields key={step.kind} step={step} choices={choices} onChange={setStep} />
        </div>
      </DialogBody>
      <FormActions words={isNew ? 'הוספה' : 'שמירה'} busy={false} onBack={onClose} />
    </form>
  )
}
