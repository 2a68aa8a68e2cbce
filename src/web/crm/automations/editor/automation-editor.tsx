// The editor: who enters, the flow, who leaves, the simulation. One column, right to left.
import { ArrowRight, EllipsisVertical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  type AutomationAction,
  type ShownAutomation,
  useAutomationFigures,
  useIssues,
  useSteerAutomation,
} from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import type { Names } from '#features/automations/describe.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AutomationBadge } from '../automation-badge.tsx'
import { insideOf } from '../figures.ts'
import type { Choices } from '../use-choices.ts'
import { ExitsCard } from './exits-card.tsx'
import { IssuesCard } from './issues-card.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SimulationCard } from './simulation-card.tsx'
import { TriggerCard } from './trigger-card.tsx'
import { useDefinitionEditing } from './use-definition-editing.ts'

type Editing = ReturnType<typeof useDefinitionEditing>
type Words = { back: { to: string; text: string }; runs: string }
type Props = {
  opened: ShownAutomation
  choices: Choices
  names: Names
  words: Words
  /** The steps, as this kind of automation shows them. */
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
      <Head editing={editing} status={opened} words={words}>
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
      </Head>
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
        inside={insideOf(figures, saved.id)}
        names={names}
        open={isPublishing}
        onClose={() => setPublishing(false)}
      />
    </div>
  )
}

type HeadProps = { editing: Editing; status: ShownAutomation; words: Words; children: ReactNode }

function Head({ editing, status, words, children }: HeadProps) {
  const steer = useSteerAutomation()
  const act = (step: AutomationAction) =>
    steer.mutate({ id: status.id, step }, { onError: (error) => toast.error(refusalText(error, refusals)) })
  return (
    <div className="view__head">
      <Link to={words.back.to} className="btn btn--ghost btn--icon btn--sm" aria-label={words.back.text}>
        <Icon of={ArrowRight} />
      </Link>
      <h1 className="truncate">
        <bdi>{editing.name}</bdi>
      </h1>
      <AutomationBadge status={status.status} pausedBecause={status.paused_because} />
      <div className="view__end">
        {status.current_version !== null && (
          <Link className="btn btn--ghost btn--md" to={words.runs}>
            מי בפנים
          </Link>
        )}
        {children}
        {status.current_version !== null && (
          <Menu
            align="end"
            trigger={<Button look="ghost" iconOnly aria-label="עוד פעולות" icon={<Icon of={EllipsisVertical} />} />}
          >
            {status.status === 'enabled' && <MenuItem onSelect={() => act('pause')}>השהיה</MenuItem>}
            {status.status !== 'enabled' && <MenuItem onSelect={() => act('enable')}>הפעלה</MenuItem>}
            {status.status !== 'archived' && (
              <MenuItem danger onSelect={() => act('archive')}>
                העברה לארכיון, כולל יציאה של מי שבפנים
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
    </div>
  )
}
