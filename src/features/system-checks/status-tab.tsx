import './status-tab.css'
import { useNow } from '#client/now.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { type ShownCheck, useSystemChecks } from './system-checks.data.ts'
import { checkLabels, checkOf, describe, remedies } from './system-checks.ts'

/** Older results mean that the server has stopped checking. */
const maxMinutes = 5

/** Results of the system checks, for owners and admins. */
export function StatusTab() {
  const now = useNow()
  const { data: checks, error, isPending, refetch } = useSystemChecks()
  if (isPending) return <Loading />
  if (!checks) return <FailedToLoad insteadOf={checks} error={error} onRetry={() => void refetch()} />
  const failing = checks.filter((check) => !check.is_ok)
  const newest = checks
    .map(({ checked_at }) => checked_at)
    .toSorted()
    .at(-1)
  const isStale = newest !== undefined && now.getTime() - Date.parse(newest) > maxMinutes * 60_000
  return (
    <div className="settings__form">
      <SettingsCard
        title={titleOf(checks.length, failing.length, isStale)}
        text="המערכת בודקת את עצמה בכל דקה. כשבדיקה נכשלת פעמיים ברצף, הבעלים מקבלים התראה ודואר."
        action={newest && <span className="status__time">{`נבדק ${relativeTime(newest, now)}`}</span>}
      >
        <ul className="status">
          {checks.map((check) => (
            <CheckRow key={`${check.kind} ${check.place}`} check={check} now={now} />
          ))}
        </ul>
      </SettingsCard>
    </div>
  )
}

function titleOf(all: number, failing: number, isStale: boolean) {
  if (all === 0) return 'הבדיקה הראשונה תסתיים בתוך דקה'
  if (isStale) return 'השרת הפסיק לבדוק את עצמו'
  return failing === 0 ? 'הכול תקין' : 'יש מה לתקן'
}

function CheckRow({ check, now }: { check: ShownCheck; now: Date }) {
  const { kind, place, is_ok: isOk, failing_since: since } = check
  return (
    <li>
      <div className="status__head">
        <b>{checkLabels[kind]}</b>
        {place && <Ltr>{place}</Ltr>}
        <Badge kind={isOk ? 'success' : 'danger'}>{isOk ? 'תקין' : 'דורש טיפול'}</Badge>
      </div>
      <p>
        {describe(checkOf(check), now)}
        {since && `, כך ${relativeTime(since, now)}`}
      </p>
      {!isOk && <p>{remedies[kind]}</p>}
    </li>
  )
}
