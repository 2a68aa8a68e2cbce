// The list of launches with their status and participants' progress.
import '#platform/screens/link-rows.css'
import { Clapperboard, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AddLaunch, phaseLabels, staffRefusals } from '#features/launches/launch-edit.ts'
import { useAddLaunch, useLaunches, useLaunchFigures } from '#features/launches/launches.data.ts'
import { formatMoney } from '#lib/money.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'

export function Component() {
  useScreenTitle('השקות')
  const { data: launches, error, isPending, refetch } = useLaunches()
  const { data: figures } = useLaunchFigures()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="view">
      <div className="view__head">
        <h1>השקות</h1>
        <div className="view__end">
          <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
            השקה
          </Button>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!launches && error && <FailedToLoad insteadOf={launches} error={error} onRetry={() => void refetch()} />}
      {launches?.length === 0 && (
        <EmptyState
          text="אין עדיין השקות. קובעים תאריכים, מוסיפים שיעורים, והשרת פותח וסוגר בזמן."
          action={
            <Button look="primary" onClick={() => setAdding(true)}>
              הוספת השקה
            </Button>
          }
        />
      )}
      {launches && launches.length > 0 && (
        <ol className="rows">
          {launches.map(({ id, title, status }) => {
            const known = figures?.get(id)
            return (
              <li key={id} className={status === 'draft' || status === 'archived' ? 'row row--off' : 'row'}>
                <span className="row__icon">
                  <Icon of={Clapperboard} />
                </span>
                <div className="row__words">
                  <b>
                    <Link to={`/crm/launches/${id}`}>{title}</Link>
                  </b>
                  <small>
                    {known && (
                      <>
                        <span>משתתפים: {known.participants.toLocaleString('he-IL')}</span>
                        <span>צפו: {known.active.toLocaleString('he-IL')}</span>
                        <span>רכשו: {known.buyers.toLocaleString('he-IL')}</span>
                        <span>הכנסות: {formatMoney(known.revenue_agorot)}</span>
                        {known.pending_comments > 0 && <span>תגובות לאישור: {known.pending_comments}</span>}
                      </>
                    )}
                  </small>
                </div>
                <div className="row__acts">
                  <Badge kind={known?.phase === 'cart_open' ? 'success' : 'outline'}>
                    {phaseLabels[known?.phase ?? status]}
                  </Badge>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <AddLaunchDialog open={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

function AddLaunchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const adding = useAddLaunch()
  const navigate = useNavigate()
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title="השקה חדשה"
      text="אחרי ההוספה קובעים תאריכים, מוסיפים תכנים ומפרסמים."
    >
      <RecordForm
        schema={AddLaunch}
        refusals={staffRefusals}
        fields={{ launch_title_length: 'title' }}
        save={(launch) => adding.mutateAsync(launch)}
        saved={({ id }) => void navigate(`/crm/launches/${id}`)}
        action="הוספת ההשקה"
      >
        {(errors) => (
          <>
            <TextField name="title" label="שם" required autoComplete="off" error={errors['title']} />
            <SelectField name="mode" label="חלון ההרשמה" defaultValue="fixed" error={errors['mode']}>
              <option value="fixed">תאריכים קבועים לכולם</option>
              <option value="evergreen">לפי מועד ההצטרפות של כל אחד</option>
            </SelectField>
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
