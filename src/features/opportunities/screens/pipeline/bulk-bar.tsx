// Bulk actions on opportunities: confirm count and names first, offer undo afterwards.
import { Ellipsis, ListTodo, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { may } from '#platform/accounts/permissions.ts'
import type { BoardScope } from '#features/opportunities/board/board.data.ts'
import type { BulkChange } from '#features/opportunities/opportunities.data.ts'
import { LostReasonDialog } from '#platform/pipelines/lost-reason-dialog.tsx'
import type { Stage, WholePipeline } from '#platform/pipelines/pipelines.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { BulkDialog, type PlannedChange } from './bulk-dialog.tsx'
import { OwnerMenu, StageMenu } from './bulk-menus.tsx'
import { BulkTaskDialog } from './bulk-task-dialog.tsx'
import { ReopenDialog } from '../reopen-dialog.tsx'
import type { Selection } from './use-selection.ts'
import { useSelectAll } from './use-select-all.ts'

type Props = { pipeline: WholePipeline; place: BoardScope; selection: Selection }
type PendingAction = { what: 'lost' | 'reopened'; stage: Stage } | { what: 'task' }

export const opportunityCountForms = { one: 'הזדמנות אחת', two: 'שתי הזדמנויות', other: '# הזדמנויות' }

export function BulkBar({ pipeline, place, selection }: Props) {
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const [planned, setPlanned] = useState<PlannedChange | null>(null)
  const { chosen } = selection
  const mayDelete = may(useActiveRoles().data ?? [], 'delete opportunities')
  const selectAll = useSelectAll(place, selection)
  if (chosen.length === 0 && !planned) return null
  const many = count(chosen.length, opportunityCountForms)
  const plan = (words: string, change: BulkChange, done: string) => setPlanned({ words, change, done, items: chosen })
  const planStage = (stage: Stage, more: Omit<Extract<BulkChange, { stage_id: string }>, 'stage_id'> = {}) =>
    plan(
      `${many} יעברו לשלב ${isolate(stage.name)}`,
      { stage_id: stage.id, ...more },
      `עברו לשלב ${isolate(stage.name)}`,
    )
  const chooseStage = (stage: Stage) => {
    if (stage.kind === 'lost') setPendingAction({ what: 'lost', stage })
    else if (stage.kind === 'open' && chosen.some(({ status }) => status !== 'open'))
      setPendingAction({ what: 'reopened', stage })
    else planStage(stage)
  }
  const chooseOwner = (owner_id: string | null, name: string) =>
    plan(`${many} יעברו לאחריות ${isolate(name)}`, { owner_id }, `עברו לאחריות ${isolate(name)}`)

  return (
    <>
      {chosen.length > 0 && (
        <section className="bulk-bar" aria-label="פעולות על הנבחרות">
          <output>{`${count(chosen.length, { one: 'נבחרה', two: 'נבחרו', other: 'נבחרו' })} ${many}`}</output>
          <Button look="ghost" size="sm" busy={selectAll.isPending} onClick={() => selectAll.mutate()}>
            בחירת כולן
          </Button>
          <span className="bulk-bar__actions">
            <StageMenu stages={pipeline.stages} onChoose={chooseStage} />
            <OwnerMenu onChoose={chooseOwner} />
            <Button size="sm" icon={<Icon of={ListTodo} />} onClick={() => setPendingAction({ what: 'task' })}>
              משימה
            </Button>
            {mayDelete && (
              <Menu
                side="top"
                align="end"
                trigger={<Button size="sm" iconOnly aria-label="עוד פעולות" icon={<Icon of={Ellipsis} />} />}
              >
                <MenuItem icon={Trash2} danger onSelect={() => plan(`${many} יעברו לסל`, { bin: true }, 'עברו לסל')}>
                  העברה לסל
                </MenuItem>
              </Menu>
            )}
          </span>
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label="ביטול הבחירה"
            icon={<Icon of={X} />}
            onClick={selection.clear}
          />
        </section>
      )}
      <LostReasonDialog
        name={pendingAction?.what === 'lost' ? many : undefined}
        onLose={({ reasonId, note }) => {
          if (pendingAction?.what === 'lost')
            planStage(pendingAction.stage, { lost_reason_id: reasonId, lost_note: note || null })
          setPendingAction(null)
        }}
        onKeep={() => setPendingAction(null)}
      />
      <ReopenDialog
        name={pendingAction?.what === 'reopened' ? many : undefined}
        onReopen={(reopened_because) => {
          if (pendingAction?.what === 'reopened') planStage(pendingAction.stage, { reopened_because })
          setPendingAction(null)
        }}
        onKeep={() => setPendingAction(null)}
      />
      <BulkTaskDialog
        open={pendingAction?.what === 'task'}
        many={many}
        onPlan={(task) => {
          plan(`משימה חדשה, ${isolate(task.name)}, תתווסף אל ${many}`, { task }, 'קיבלו משימה חדשה')
          setPendingAction(null)
        }}
        onClose={() => setPendingAction(null)}
      />
      <BulkDialog planned={planned} onClose={() => setPlanned(null)} onDone={selection.clear} />
    </>
  )
}
