// The flow, from top to bottom. Every action is a button, so that it works by keyboard and on a phone.
import { ArrowDown, ArrowUp, EllipsisVertical, Plus, Trash2 } from 'lucide-react'
import type { AutomationIssue } from '#features/automations/automations.ts'
import { describeStep, type Names, sideLabels } from '#features/automations/describe.ts'
import type { Side } from '#features/automations/engine/edit-flow.ts'
import type { Step } from '#features/automations/engine/definition.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { stepKinds } from './step-kinds.ts'

export type FlowActions = {
  onAdd: (side: Side, at: number) => void
  onEdit: (step: Step) => void
  onMove: (id: string, by: -1 | 1) => void
  onRemove: (id: string) => void
}
type Props = FlowActions & {
  steps: readonly Step[]
  side: Side
  names: Names
  issues: readonly AutomationIssue[]
  /** Text after a step, such as its counts. */
  figures?: (stepId: string) => string | undefined
}

export function FlowSteps({ steps, side, ...rest }: Props) {
  return (
    <ol className="flow">
      {steps.map((step, i) => (
        <li key={step.id}>
          <AddHere side={side} at={i} onAdd={rest.onAdd} words={`הוספת צעד לפני צעד ${i + 1}`} />
          <FlowStep step={step} at={i} last={steps.length - 1} {...rest} />
        </li>
      ))}
      <li>
        <AddHere side={side} at={steps.length} onAdd={rest.onAdd} words="הוספת צעד בסוף" isEnd />
      </li>
    </ol>
  )
}

type AddProps = Pick<FlowActions, 'onAdd'> & { side: Side; at: number; words: string; isEnd?: boolean }

const AddHere = ({ side, at, onAdd, words, isEnd = false }: AddProps) => (
  <div className="flow__add">
    {isEnd ? (
      <Button size="sm" icon={<Icon of={Plus} />} onClick={() => onAdd(side, at)}>
        צעד
      </Button>
    ) : (
      <Button
        size="sm"
        look="ghost"
        iconOnly
        aria-label={words}
        icon={<Icon of={Plus} />}
        onClick={() => onAdd(side, at)}
      />
    )}
  </div>
)

function FlowStep({
  step,
  at,
  last,
  ...rest
}: Omit<Props, 'steps' | 'side'> & { step: Step; at: number; last: number }) {
  const { names, issues, figures, onEdit, onMove, onRemove } = rest
  const description = describeStep(step, names)
  const own = issues.filter(({ stepId }) => stepId === step.id)
  const counted = figures?.(step.id)
  return (
    <>
      <div className={own.some(({ isError }) => isError) ? 'flow__step flow__step--wrong' : 'flow__step'}>
        <Icon of={stepKinds[step.kind].icon} />
        <div className="flow__words">
          {description}
          {counted && <small className="flow__figures">{counted}</small>}
          {own.map(({ code, text }) => (
            <small key={code}>{text}</small>
          ))}
        </div>
        <Button size="sm" look="ghost" aria-label={`עריכה: ${description}`} onClick={() => onEdit(step)}>
          עריכה
        </Button>
        <Menu
          align="end"
          trigger={
            <Button
              size="sm"
              look="ghost"
              iconOnly
              aria-label={`פעולות: ${description}`}
              icon={<Icon of={EllipsisVertical} />}
            />
          }
        >
          <MenuItem icon={ArrowUp} disabled={at === 0} onSelect={() => onMove(step.id, -1)}>
            למעלה
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={at === last} onSelect={() => onMove(step.id, 1)}>
            למטה
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onRemove(step.id)}>
            מחיקת הצעד
          </MenuItem>
        </Menu>
      </div>
      {(step.kind === 'branch' || step.kind === 'await') && (
        <div className="flow__sides">
          {(['then', 'else'] as const).map((arm, i) => (
            <section key={arm} className="flow__side" aria-label={`${sideLabels(step.kind)[i]}: ${description}`}>
              <h4>{sideLabels(step.kind)[i]}</h4>
              <FlowSteps steps={step[arm]} side={{ of: step.id, arm }} {...rest} />
            </section>
          ))}
        </div>
      )}
    </>
  )
}
