// /admin/webinars: the webinars with their next session and figures.
import '#platform/screens/link-rows.css'
import { Plus, Presentation } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { slugFrom } from '#features/products/products.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { managesSite } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { AddWebinar, staffRefusals } from '../webinar-edit.ts'
import { kindLabels } from '../webinar-labels.ts'
import { type SessionRow, useAddWebinar, useWebinars, useWebinarSessions, type WebinarRow } from '../webinars.data.ts'
import { statusLabels } from './session-words.ts'

export function Component() {
  useScreenTitle('הדרכות')
  const { data: webinars, error, isPending, refetch } = useWebinars()
  const { data: sessions = [] } = useWebinarSessions()
  const [isAdding, setAdding] = useState(false)
  const canEdit = managesSite(useOwnRoles())
  return (
    <div className="view">
      <div className="view__head">
        <h1>הדרכות</h1>
        {canEdit && (
          <div className="view__end">
            <Link className={buttonClasses({ look: 'ghost' })} to="/admin/webinar-templates">
              תבניות
            </Link>
            <Button look="primary" icon={<Icon of={Plus} />} onClick={() => setAdding(true)}>
              הדרכה
            </Button>
          </div>
        )}
      </div>
      {isPending && <Loading page size="lg" />}
      {!webinars && error && <FailedToLoad insteadOf={webinars} error={error} onRetry={() => void refetch()} />}
      {webinars?.length === 0 && (
        <EmptyState
          text="אין עדיין הדרכות. קובעים נושא ומועד, והאתר פותח הרשמה, שולח תזכורות ומארח את החדר."
          action={
            canEdit && (
              <Button look="primary" onClick={() => setAdding(true)}>
                הוספת הדרכה
              </Button>
            )
          }
        />
      )}
      {webinars && webinars.length > 0 && (
        <ol className="rows">
          {webinars.map((webinar) => (
            <Row
              key={webinar.id}
              webinar={webinar}
              sessions={sessions.filter(({ webinar_id: id }) => id === webinar.id)}
            />
          ))}
        </ol>
      )}
      <AddDialog open={isAdding} onClose={() => setAdding(false)} />
    </div>
  )
}

function Row({ webinar, sessions }: { webinar: WebinarRow; sessions: readonly SessionRow[] }) {
  const next = sessions.findLast(({ status }) => ['scheduled', 'lobby', 'live'].includes(status))
  const registered = sessions.reduce((sum, { figures }) => sum + (figures?.registered ?? 0), 0)
  const attended = sessions.reduce((sum, { figures }) => sum + (figures?.attended ?? 0), 0)
  return (
    <li className={webinar.status === 'published' ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={Presentation} />
      </span>
      <div className="row__words">
        <b>
          <Link to={`/admin/webinars/${webinar.id}`}>{webinar.title}</Link>
        </b>
        <small>
          <Ltr>{`/webinar/${webinar.slug}`}</Ltr>
          <span>{kindLabels[webinar.kind]}</span>
          <span>{statusLabels[webinar.status]}</span>
          {next && <span>{`המפגש הבא: ${formatLongDate(next.starts_at)}, ${formatTime(next.starts_at)}`}</span>}
          <span>{`נרשמו: ${registered}`}</span>
          <span>{`הגיעו: ${attended} מתוך ${registered}`}</span>
        </small>
      </div>
    </li>
  )
}

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const adding = useAddWebinar()
  const navigate = useNavigate()
  const [slug, setSlug] = useState('')
  return (
    <RecordDialog open={open} onClose={onClose} title="הדרכה חדשה" text="אחרי ההוספה קובעים מועד ומפרסמים.">
      <RecordForm
        schema={AddWebinar}
        refusals={staffRefusals}
        fields={{ webinar_slug_taken: 'slug', webinar_slug_form: 'slug', webinar_title_length: 'title' }}
        save={(webinar) => adding.mutateAsync(webinar)}
        saved={({ id }) => void navigate(`/admin/webinars/${id}`)}
        action="הוספת ההדרכה"
      >
        {(faults) => (
          <>
            <TextField
              name="title"
              label="כותרת"
              required
              autoComplete="off"
              error={faults['title']}
              onChange={(event) => setSlug(slugFrom(event.target.value))}
            />
            <TextField
              name="slug"
              label="הכתובת באתר, אחרי /webinar/"
              required
              dir="auto"
              autoComplete="off"
              value={slug}
              onChange={(event) => setSlug(event.target.value)}
              error={faults['slug']}
            />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
