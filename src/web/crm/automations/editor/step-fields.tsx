import type { ReactNode } from 'react'
import type { Step } from '#features/automations/engine/definition.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { AssignFields, ContactFieldFields, EnrolmentFields, StageFields, TagFields } from './contact-step-fields.tsx'
import { MessageFields } from './message-step-fields.tsx'
import type { StepProps } from './step-props.ts'
import { NoticeFields, TaskFields } from './task-step-fields.tsx'
import { WebhookFields } from './webhook-step-fields.tsx'
import { AwaitFields, GoalFields, UntilFields, WaitFields } from './wait-step-fields.tsx'

export function StepFields({ step, onChange, choices }: StepProps<Step>): ReactNode {
  switch (step.kind) {
    case 'message':
      return <MessageFields {...{ step, onChange, choices }} />
    case 'task':
      return <TaskFields {...{ step, onChange, choices }} />
    case 'notice':
      return <NoticeFields {...{ step, onChange, choices }} />
    case 'tag':
      return <TagFields {...{ step, onChange, choices }} />
    case 'field':
      return <ContactFieldFields {...{ step, onChange, choices }} />
    case 'stage':
      return <StageFields {...{ step, onChange, choices }} />
    case 'assign':
      return <AssignFields {...{ step, onChange, choices }} />
    case 'webhook':
      return <WebhookFields {...{ step, onChange, choices }} />
    case 'enrol':
    case 'unenrol':
      return <EnrolmentFields {...{ step, onChange, choices }} />
    case 'wait':
      return <WaitFields {...{ step, onChange, choices }} />
    case 'until':
      return <UntilFields {...{ step, onChange, choices }} />
    case 'await':
      return <AwaitFields {...{ step, onChange, choices }} />
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
      return <GoalFields {...{ step, onChange, choices }} />
    case 'exit':
      return <p className="automation__note">מי שמגיעים לכאן יוצאים מהאוטומציה.</p>
  }
}
