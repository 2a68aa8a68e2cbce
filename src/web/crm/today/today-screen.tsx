// The today screen: all items waiting for the user, with a focus mode.
import './today-screen.css'
import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useSession } from '#client/session-context.tsx'
import { may } from '#platform/accounts/permissions.ts'
import { ReviewBanner } from '#features/legal/review-banner.tsx'
import { formatHebrewDate, formatLongDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/layers/lazy-part.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useSeesContacts } from '#platform/accounts/gates/contacts-only.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useDelayedSpinner } from '#platform/screens/use-delayed-spinner.ts'
import { DayList } from './day-list.tsx'
import { DayCounts } from './day-counts.tsx'
import { greetingAt } from '#lib/time/greeting.ts'
import { MeetingsCard } from './meetings-card.tsx'
import { useDay } from './use-day.ts'

const DayCharts = lazy(() => import('./day-charts.tsx'))
const useWork = lazyPart(() => import('./work-through.tsx'))
const usePeopleBanner = lazyPart(() => import('./people-banner.tsx'))
const useTaskDialog = lazyPart(() => import('../tasks/task-dialog.tsx'))

export function Component() {
  useScreenTitle('היום')
  const now = useNow()
  const { user } = useSession()
  const seesContacts = useSeesContacts()
  const marksReviewed = may(useOwnRoles(), 'confirm legal texts')
  const day = useDay()
  const [editing, setEditing] = useState<string>()
  const [params, setParams] = useSearchParams()
  const isWorking = params.has('work')
  const workParts = useWork(isWorking)
  const people = usePeopleBanner(false)
  const dialog = useTaskDialog(editing !== undefined)
  const work = (isOn: boolean) => setParams(isOn ? { work: '' } : {}, { preventScrollReset: true })
  const name: unknown = user?.user_metadata['full_name']

  return (
    <div className="view today">
      <div className="view__head">
        <div>
          <h1>{greetingAt(now, typeof name === 'string' ? name : '')}</h1>
          <p>
            {formatLongDate(now)} · {formatHebrewDate(now)}
          </p>
        </div>
        {!isWorking && Boolean(day.items?.length) && (
          <div className="view__end">
            <Button look="primary" icon={<Icon of={Play} />} onClick={() => work(true)}>
              התחלת העבודה
            </Button>
          </div>
        )}
      </div>
      {isWorking && day.items ? (
        workParts && (
          <workParts.WorkThrough
            day={day}
            items={day.items}
            now={now}
            onEdit={setEditing}
            onLeave={() => work(false)}
          />
        )
      ) : (
        <>
          {marksReviewed && <ReviewBanner action={<Link to="/crm/site/legal">למסמכים המשפטיים</Link>} />}
          {marksReviewed && people && <people.PeopleBanner />}
          <DayCounts today={day.today.data} seesContacts={seesContacts} now={now} />
          <div className="today__two">
            {day.today.isPending && <DayListSkeleton />}
            {!day.today.data && day.today.error && (
              <FailedToLoad
                insteadOf={day.today.data}
                error={day.today.error}
                onRetry={() => void day.today.refetch()}
              />
            )}
            {day.items && <DayList day={day} items={day.items} now={now} onEdit={setEditing} />}
            <div className="today__side">
              <MeetingsCard
                meetings={day.today.data?.meetings}
                seesContacts={seesContacts}
                now={now}
                onEdit={setEditing}
              />
              {seesContacts && (
                <Suspense>
                  <DayCharts />
                </Suspense>
              )}
            </div>
          </div>
        </>
      )}
      {dialog && <dialog.TaskDialog id={editing} onClose={() => setEditing(undefined)} />}
    </div>
  )
}

function DayListSkeleton() {
  const isVisible = useDelayedSpinner()
  return (
    <section className="day-list day-list--waiting" aria-busy="true">
      <output className="vh">טוען...</output>
      {isVisible && Array.from({ length: 6 }, (_, line) => <div key={line} className="day-list__ghost" />)}
    </section>
  )
}
