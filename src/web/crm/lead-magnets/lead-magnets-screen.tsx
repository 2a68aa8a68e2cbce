// The list of lead magnets with their publication state and funnel.
import '#platform/screens/link-rows.css'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { staffRefusals } from '#features/lead-magnets/lead-magnet-edit.ts'
import {
  type LeadMagnetFigures,
  useLeadMagnetFigures,
  useLeadMagnets,
  useShowLeadMagnet,
} from '#features/lead-magnets/lead-magnets.data.ts'
import { type LeadMagnet, pageOf } from '#features/lead-magnets/lead-magnets.ts'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AddLeadMagnetDialog } from './add-lead-magnet-dialog.tsx'
import { figureSteps, figureText } from './figure-steps.ts'

export function Component() {
  useScreenTitle('מדריכים להורדה')
  const { data: magnets, error, isPending, refetch } = useLeadMagnets()
  const { data: figures } = useLeadMagnetFigures()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="view">
      <div className="view__head">
        <h1>מדריכים להורדה</h1>
        <div className="view__end">
          <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
            מדריך
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!magnets && error && <FailedToLoad insteadOf={magnets} error={error} onRetry={() => void refetch()} />}
      {magnets?.length === 0 && (
        <EmptyState
          text="אין עדיין מדריכים. מעלים קובץ, כותבים לו עמוד, והאתר שולח קישור אישי לכל כתובת שמבקשת."
          action={
            <Button look="primary" onClick={() => setAdding(true)}>
              הוספת מדריך
            </Button>
          }
        />
      )}
      {magnets && magnets.length > 0 && (
        <ol className="rows">
          {magnets.map((magnet) => (
            <Row key={magnet.id} magnet={magnet} figures={figures?.get(magnet.id)} />
          ))}
        </ol>
      )}
      <AddLeadMagnetDialog open={isAdding} onOpenChange={setAdding} />
    </div>
  )
}

function Row({ magnet, figures }: { magnet: LeadMagnet; figures: LeadMagnetFigures | undefined }) {
  const show = useShowLeadMagnet()
  const { id, title, is_active: isActive } = magnet
  return (
    <li className={isActive ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={Download} />
      </span>
      <div className="row__words">
        <b>
          <Link to={`/crm/lead-magnets/${id}`}>{title}</Link>
        </b>
        <small>
          <Ltr>{decodeURIComponent(pageOf(magnet))}</Ltr>
          {figures &&
            figureSteps.map((step) => {
              const text = figureText(figures, step)
              return (
                text !== undefined && (
                  <span key={step.key}>
                    {step.label}: {text}
                  </span>
                )
              )
            })}
        </small>
      </div>
      <div className="row__acts">
        <Switch
          label="באתר"
          checked={optimisticValue(show, magnet, 'is_active')}
          onChange={(event) =>
            show.mutate(
              { id, is_active: event.target.checked },
              { onError: (error) => void toast.error(refusalText(error, staffRefusals)) },
            )
          }
        />
      </div>
    </li>
  )
}
