// Trust metrics shown on the site. Each requires a source and a date.
import '#platform/screens/link-rows.css'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  useDeleteTrustMetric,
  useTrustMetrics,
  useOrderTrustMetrics,
  useSaveTrustMetric,
} from '#features/trust-metrics/trust-metrics.data.ts'
import { maxShown, refusals, type TrustMetric } from '#features/trust-metrics/trust-metrics.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { TrustMetricDialog } from './trust-metric-dialog.tsx'

type DialogTarget = { figure?: TrustMetric }
const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

export function Component() {
  useScreenTitle('מספרים')
  const { data: figures, error, isPending, refetch } = useTrustMetrics()
  const [edited, setEdited] = useState<DialogTarget>()
  if (isPending) return <Loading page size="lg" />
  if (!figures) return <FailedToLoad insteadOf={figures} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="row-bar">
        <p>עד {maxShown} מספרים מופיעים בעמוד הבית, לפי הסדר כאן. לכל מספר יש מקור ותאריך; בלי מספרים אין רצועה.</p>
        {figures.length > 0 && (
          <Button icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
            מספר
          </Button>
        )}
      </div>
      {figures.length === 0 ? (
        <EmptyState
          text="אין עדיין מספרים. כאן רושמים רק מה שנספר באמת: כמה משפחות, כמה שנים, ומאיפה זה ידוע."
          action={
            <Button look="primary" onClick={() => setEdited({})}>
              הוספת מספר
            </Button>
          }
        />
      ) : (
        <TrustMetricsList figures={figures} onEdit={(figure) => setEdited({ figure })} />
      )}
      <TrustMetricDialog
        edited={edited && { latest: figures.find(({ id }) => id === edited.figure?.id) ?? edited.figure }}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

function TrustMetricsList({
  figures,
  onEdit,
}: {
  figures: readonly TrustMetric[]
  onEdit: (figure: TrustMetric) => void
}) {
  const save = useSaveTrustMetric()
  const order = useOrderTrustMetrics()
  const remove = useRemove()
  const ids = figures.map(({ id }) => id)
  return (
    <ol className="rows">
      {figures.map((figure, i) => {
        const { id, value, label, source, measured_on: on, is_demo: isDemo } = figure
        return (
          <li key={id} className="row">
            <span className="row__figure">
              <bdi>{value}</bdi>
            </span>
            <div className="row__words">
              <b>{label}</b>
              <small>
                {source}, {formatDate(on)} {isDemo && <Badge kind="info">דוגמה</Badge>}
              </small>
            </div>
            <div className="row__acts">
              <Switch
                label="באתר"
                checked={optimisticValue(save, figure, 'is_shown')}
                onChange={(event) => save.mutate({ id, is_shown: event.target.checked }, { onError: showError })}
              />
              <OrderButtons
                name={label}
                isFirst={i === 0}
                isLast={i === figures.length - 1}
                onMove={(by) => order.mutate(moveByOne(ids, id, by), { onError: showError })}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכה: ${label}`}
                icon={<Icon of={Pencil} />}
                onClick={() => onEdit(figure)}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`מחיקה: ${label}`}
                icon={<Icon of={Trash2} />}
                onClick={() => void remove(figure)}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Deletes immediately and offers undo. */
function useRemove() {
  const removing = useDeleteTrustMetric()
  const saving = useSaveTrustMetric()
  return async ({ id, value, label, source, measured_on, position, is_shown }: TrustMetric) => {
    try {
      // Awaited instead of mutation callbacks: those are dropped when the list unmounts with its last row.
      await removing.mutateAsync(id)
      toast.success('המספר נמחק', {
        action: {
          text: 'החזרה',
          run: () => {
            const metric = { value, label, source, measured_on, position, is_shown }
            void saving.mutateAsync(metric).catch(showError)
          },
        },
      })
    } catch (error) {
      showError(error)
    }
  }
}
