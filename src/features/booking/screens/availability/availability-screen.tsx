// Availability of a host: weekly hours, date overrides, time off, holidays, and the slot diagnosis.
import './availability.css'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useHosts } from '../../appointments.data.ts'
import { useAvailability } from '../../availability.data.ts'
import { ScheduleChoice } from '../../schedules/schedule-choice.tsx'
import { StartHosting } from '../types/start-hosting.tsx'
import { Overrides, SchoolBreaks, TimeOffList } from './date-lists.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { FeedCard } from './feed-card.tsx'
import { PolicyCard } from './policy-card.tsx'
import { WeekEditor } from './week-editor.tsx'

export function Component() {
  useScreenTitle('זמינות')
  const me = useUserId()
  const isBoss = isAdmin(useOwnRoles())
  const nameOf = useStaffName()
  const { data: hosts } = useHosts()
  const [params, setParams] = useSearchParams()
  const own = hosts?.filter(({ user_id }) => isBoss || user_id === me) ?? []
  const hostId = params.get('host')
  const selected = own.find(({ user_id }) => user_id === hostId) ?? own.find(({ user_id }) => user_id === me) ?? own[0]
  return (
    <div className="view">
      <div className="view__head">
        <h1>זמינות</h1>
      </div>
      {!hosts && <Loading page />}
      {hosts && !hosts.some(({ user_id }) => user_id === me) && <StartHosting host={me} />}
      {own.length > 1 && selected && (
        <div className="availability__host">
          <SelectField
            name="host"
            label="הזמינות של"
            value={selected.user_id}
            onChange={({ target }) => setParams({ host: target.value }, { preventScrollReset: true })}
          >
            {own.map(({ user_id }) => (
              <option key={user_id} value={user_id}>
                {nameOf(user_id) ?? 'מחוץ לצוות'}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {selected && <HostAvailability key={selected.user_id} host={selected.user_id} />}
    </div>
  )
}

function HostAvailability({ host }: { host: string }) {
  const today = dayOf(useNow())
  const me = useUserId()
  const [params, setParams] = useSearchParams()
  const { data, error, refetch, isPlaceholderData } = useAvailability(host, today, params.get('schedule'))
  const choose = (schedule: string) =>
    setParams({ host, ...(schedule && { schedule }) }, { preventScrollReset: true, replace: true })
  if (!data)
    return error ? <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} /> : <Loading page />
  return (
    <div className="availability">
      <h2 className="vh">שעות, ימים וכללים</h2>
      <ScheduleChoice schedule={data.schedule} onChoose={choose} />
      {isPlaceholderData ? (
        <Loading page />
      ) : (
        <>
          <WeekEditor key={`${data.schedule.id} ${data.schedule.version}`} schedule={data.schedule} />
          <Overrides schedule={data.schedule} today={today} />
        </>
      )}
      <TimeOffList host={host} timeOff={data.timeOff} today={today} />
      <PolicyCard availability={data} today={today} />
      <SchoolBreaks host={host} breaks={data.schoolBreaks} today={today} />
      <Diagnosis host={host} today={today} />
      {host === me && <FeedCard host={host} />}
    </div>
  )
}
