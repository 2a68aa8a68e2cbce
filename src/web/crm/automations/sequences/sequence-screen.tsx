// One sequence, opened for editing as a list of messages.
import '../automations.css'
import { useAutomation } from '#features/automations/automations.data.ts'
import { useMessageFigures } from '#features/automations/figures.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { AutomationEditor } from '../editor/automation-editor.tsx'
import { messageFigureText } from '../step-figures.ts'
import { choicesFor } from '../template-choices.ts'
import { useChoices } from '../use-choices.ts'
import { SequenceList } from './sequence-list.tsx'

export function Component() {
  const sequenceId = useIdParam('sequenceId')
  const sequence = useAutomation(sequenceId)
  const { data: figures = [] } = useMessageFigures(sequenceId)
  const known = useChoices()
  useScreenTitle(sequence.data?.name ?? 'רצף')
  if (sequence.isLoadingError)
    return <FailedToLoad insteadOf={sequence.data} error={sequence.error} onRetry={() => void sequence.refetch()} />
  if (sequence.isPending || !known) return <Loading page size="lg" />
  if (!sequence.data) return <NotFound />
  return (
    <AutomationEditor
      key={sequenceId}
      opened={sequence.data}
      {...known}
      words={{ back: { to: '/crm/email/sequences', text: 'לכל הרצפים' }, runs: `/crm/automations/${sequenceId}/runs` }}
    >
      {({ definition, change }, issues) => (
        <SequenceList
          steps={definition.steps}
          issues={issues}
          figures={(stepId) => messageFigureText(figures, stepId)}
          choices={choicesFor(known.choices, definition)}
          onChange={(steps) => change({ steps })}
        />
      )}
    </AutomationEditor>
  )
}
