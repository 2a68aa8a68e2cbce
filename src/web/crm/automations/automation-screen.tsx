// One automation, opened for editing.
import './automations.css'
import { useState } from 'react'
import { useAutomation } from '#features/automations/automations.data.ts'
import { useStepFigures } from '#features/automations/figures.data.ts'
import {
  insertStep,
  moveStep,
  newStepId,
  removeStep,
  replaceStep,
  type Side,
} from '#features/automations/engine/edit-flow.ts'
import type { Step } from '#features/automations/engine/definition.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { AutomationEditor } from './editor/automation-editor.tsx'
import { FlowSteps } from './editor/flow-steps.tsx'
import { StepDialog } from './editor/step-dialog.tsx'
import { stepFigureText } from './step-figures.ts'
import { choicesFor } from './template-choices.ts'
import { type Choices, useChoices } from './use-choices.ts'
import type { Names } from '#features/automations/describe.ts'
import type { AutomationIssue } from '#features/automations/automations.ts'

export function Component() {
  const automationId = useIdParam('automationId')
  const automation = useAutomation(automationId)
  const { data: figures = [] } = useStepFigures(automationId)
  const known = useChoices()
  useScreenTitle(automation.data?.name ?? 'אוטומציה')
  if (automation.isLoadingError)
    return (
      <FailedToLoad insteadOf={automation.data} error={automation.error} onRetry={() => void automation.refetch()} />
    )
  if (automation.isPending || !known) return <Loading page size="lg" />
  if (!automation.data) return <NotFound />
  return (
    <AutomationEditor
      key={automationId}
      opened={automation.data}
      {...known}
      words={{
        back: { to: '/crm/automations', text: 'לכל האוטומציות' },
        runs: `/crm/automations/${automationId}/runs`,
      }}
    >
      {({ definition, change }, issues) => (
        <Flow
          steps={definition.steps}
          issues={issues}
          figures={(stepId) => stepFigureText(figures, stepId)}
          onChange={(steps) => change({ steps })}
          names={known.names}
          choices={choicesFor(known.choices, definition)}
        />
      )}
    </AutomationEditor>
  )
}

type FlowProps = {
  steps: readonly Step[]
  issues: readonly AutomationIssue[]
  figures: (stepId: string) => string | undefined
  choices: Choices
  names: Names
  onChange: (steps: Step[]) => void
}

function Flow({ steps, issues, figures, choices, names, onChange }: FlowProps) {
  const [opened, setOpened] = useState<{ step: Step } | { newId: string; side: Side; at: number }>()
  return (
    <SettingsCard title="מה קורה, צעד אחר צעד">
      <FlowSteps
        steps={steps}
        side={null}
        names={names}
        issues={issues}
        figures={figures}
        onAdd={(side, at) => setOpened({ newId: newStepId(steps), side, at })}
        onEdit={(step) => setOpened({ step })}
        onMove={(id, by) => onChange(moveStep(steps, id, by))}
        onRemove={(id) => onChange(removeStep(steps, id))}
      />
      <StepDialog
        opened={opened && ('step' in opened ? opened.step : { newId: opened.newId })}
        choices={choices}
        mayBeGoal={opened !== undefined && 'side' in opened && opened.side === null}
        onClose={() => setOpened(undefined)}
        onSave={(step) => {
          if (!opened) return
          onChange('step' in opened ? replaceStep(steps, step) : insertStep(steps, opened.side, opened.at, step))
        }}
      />
    </SettingsCard>
  )
}
