import { Ellipsis, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useDeletePipeline, useOrderStages, useSetDefaultPipeline } from '#platform/pipelines/editing.data.ts'
import { refusals, type Stage, type WholePipeline } from '#platform/pipelines/pipelines.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { DeleteStageDialog } from './delete-stage-dialog.tsx'
import { PipelineNameDialog } from './pipeline-name-dialog.tsx'
import { StageDialog } from './stage-dialog.tsx'

type OpenDialog = { what: 'edit' | 'delete'; stage: Stage } | { what: 'add' } | { what: 'name' } | null

export function PipelineCard({ pipeline }: { pipeline: WholePipeline }) {
  const [opened, setOpened] = useState<OpenDialog>(null)
  const order = useOrderStages()
  const { stages } = pipeline
  const ids = stages.map(({ id }) => id)
  const close = () => setOpened(null)
  // The current row: after a conflict, the next save is based on it.
  const stage =
    opened && 'stage' in opened ? (stages.find(({ id }) => id === opened.stage.id) ?? opened.stage) : undefined
  return (
    <SettingsCard
      title={pipeline.name}
      action={
        <span className="stage-tools">
          {pipeline.is_default && <Badge kind="primary">ראשי</Badge>}
          <PipelineMenu pipeline={pipeline} onRename={() => setOpened({ what: 'name' })} />
        </span>
      }
    >
      <ol className="stage-rows" aria-label={`השלבים של ${pipeline.name}`}>
        {stages.map((stage, i) => (
          <li key={stage.id}>
            <StageDot color={stage.color} />
            <span className="stage-rows__words">
              <b>{stage.name}</b>
              <small>{stageRuleText(stage)}</small>
            </span>
            <span className="stage-tools stage-tools--row">
              <OrderButtons
                name={stage.name}
                isFirst={i === 0}
                isLast={i === stages.length - 1}
                onMove={(by) =>
                  order.mutate({ pipeline: pipeline.id, stages: moveByOne(ids, stage.id, by) }, { onError: showError })
                }
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכה: ${stage.name}`}
                icon={<Icon of={Pencil} />}
                onClick={() => setOpened({ what: 'edit', stage })}
              />
              {stages.some((other) => other.id !== stage.id && other.kind === stage.kind) && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`מחיקה: ${stage.name}`}
                  icon={<Icon of={Trash2} />}
                  onClick={() => setOpened({ what: 'delete', stage })}
                />
              )}
            </span>
          </li>
        ))}
      </ol>
      <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => setOpened({ what: 'add' })}>
        הוספת שלב
      </Button>
      <StageDialog
        pipeline={pipeline}
        stage={opened?.what === 'edit' ? stage : undefined}
        open={opened?.what === 'edit' || opened?.what === 'add'}
        onClose={close}
      />
      <DeleteStageDialog stages={stages} stage={opened?.what === 'delete' ? stage : undefined} onClose={close} />
      <PipelineNameDialog pipeline={pipeline} open={opened?.what === 'name'} onClose={close} />
    </SettingsCard>
  )
}

function PipelineMenu({ pipeline, onRename }: { pipeline: WholePipeline; onRename: () => void }) {
  const setDefault = useSetDefaultPipeline()
  const remove = useDeletePipeline()
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="sm" iconOnly aria-label={`פעולות: ${pipeline.name}`} icon={<Icon of={Ellipsis} />} />
      }
    >
      <MenuItem icon={Pencil} onSelect={onRename}>
        שינוי השם
      </MenuItem>
      {!pipeline.is_default && (
        <>
          <MenuItem icon={Star} onSelect={() => setDefault.mutate(pipeline.id, { onError: showError })}>
            להפוך לראשי
          </MenuItem>
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() =>
              // Awaited instead of mutation callbacks: those are dropped when the card unmounts after the refetch.
              void remove.mutateAsync(pipeline.id).then(() => toast.success('הצינור נמחק'), showError)
            }
          >
            מחיקת הצינור
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

const showError = (error: Error) => void toast.error(refusalText(error, refusals))

function stageRuleText({ kind, probability, rot_days }: Stage): string {
  if (kind === 'won') return 'סוף הדרך: ההזדמנות נסגרה בהצלחה'
  if (kind === 'lost') return 'סוף הדרך: נשאלת הסיבה לאי־סגירה'
  const patience = rot_days && `בלי התקדמות: ${count(rot_days, { one: 'יום אחד', two: 'יומיים', other: '# ימים' })}`
  return [`הסתברות ${probability}%`, patience || 'בלי הגבלת זמן'].join(' · ')
}
