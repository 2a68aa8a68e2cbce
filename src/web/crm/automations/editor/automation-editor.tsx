// The editor: entry conditions, flow, exit conditions, simulation. One column, right to left.
import { type ReactNode, useState } from 'react'
import { type ShownAutomation, useIssues } from '#features/automations/automations.data.ts'
import { useAutomationFigures } from '#features/automations/figures.data.ts'
import type { Names } from '#features/automations/describe.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { activeRunCount } from '../figures.ts'
import type { Choices } from '../use-choices.ts'
import { EditorHead, type EditorTexts } from './editor-head.tsx'
import { ExitsCard } from './exits-card.tsx'
import { IssuesCard } from './issues-card.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SimulationCard } from './simulation-card.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { useDefinitionEditing } from './use-definition-editing.ts'

type Editing = ReturnType<typeof useDefinitionEditing>
type Props = {
  opened: ShownAutomation
  choices: Choices
  names: Names
  words: EditorTexts
  /** Renders the steps of this kind of automation. */
  children: (editing: Editing, issues: ReturnType<typeof useIssues>['data'] & {}) => ReactNode
}

export function AutomationEditor({ opened, choices, names, words, children }: Props) {
  const editing = useDefinitionEditing(opened)
  const { definition, saved, change } = editing
  const { data: figures = [] } = useAutomationFigures()
  const { data: issues = [] } = useIssues(saved.id, useDebounced(JSON.stringify(definition)))
  const [isPublishing, setPublishing] = useState(false)
  const isWrong = issues.some(({ isError }) => isError)
  return (
    <div className="view">
      <EditorHead editing={editing} status={opened} words={words}>
        <Button busy={editing.isSaving} disabled={!editing.isUnsaved} onClick={() => void editing.save()}>
          שמירה
        </Button>
        <Button
          look="primary"
          disabled={isWrong}
          onClick={() => void editing.save().then((now) => now && setPublishing(true))}
        >
          פרסום
        </Button>
      </EditorHead>
      <div className="automation">
        <IssuesCard issues={issues} />
        <TextField
          name="name"
          label="שם"
          maxLength={120}
          value={editing.name}
          onChange={({ target }) => editing.setName(target.value)}
        />
        <h2 className="automation__title">הגדרות</h2>
        <TriggerCard definition={definition} choices={choices} onChange={change} />
        {children(editing, issues)}
        <ExitsCard exits={definition.exits} onChange={(exits) => change({ exits })} />
        <SimulationCard id={saved.id} definition={definition} names={names} />
      </div>
      <PublishDialog
        automation={saved}
        inside={activeRunCount(figures, saved.id)}
        names={names}
        open={isPublishing}
        onClose={() => setPublishing(false)}
      />
    </div>
  )
}
