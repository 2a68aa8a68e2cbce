import './backup-tab.css'
import { useNow } from '#client/now.ts'
import type { Tables } from '#client/database.types.ts'
import { refusalText } from '#client/refusal.ts'
import { formatDate, formatTime, relativeTime } from '#lib/time/dates.ts'
import { formatFileSize } from '#lib/format-file-size.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useBackups, useRequestBackup } from './backups.data.ts'
import {
  type BackupRun,
  errorTexts,
  refusals,
  rehearsalErrorTexts,
  type RehearsalErrorCode,
  withoutBackup,
} from './backups.ts'

/** The state of the backups, for owners and admins. */
export function BackupTab() {
  const { data, error, isPending, refetch } = useBackups()
  if (isPending) return <Loading />
  if (!data) return <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  const { status, runs, rehearsal } = data
  const mode = status?.mode ?? 'off'
  if (mode !== 'on' && mode !== 'dump')
    return (
      <div className="settings__form">
        <SettingsCard title="אין גיבוי מכאן">
          <p>{withoutBackup[mode]}</p>
        </SettingsCard>
      </div>
    )
  return (
    <div className="settings__form">
      <SafetyCard
        isContinuous={mode === 'on'}
        safeUntil={status!.safe_until}
        keepDays={status!.keep_days}
        runs={runs}
      />
      <RehearsalCard rehearsal={rehearsal} />
      <SettingsCard title="גיבויים אחרונים" text="אחרי כל גיבוי הוא נקרא בחזרה ומושווה למקור, קובץ מול קובץ.">
        {runs.length === 0 ? (
          <p>עוד לא היה גיבוי במקום הזה. הראשון מתחיל מיד.</p>
        ) : (
          <ol className="backup-runs">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ol>
        )}
      </SettingsCard>
    </div>
  )
}

/** `isContinuous`: every change is archived, not only the state once a day. */
type SafetyProps = { isContinuous: boolean; safeUntil: string | null; keepDays: number; runs: BackupRun[] }

function SafetyCard({ isContinuous, safeUntil, keepDays, runs }: SafetyProps) {
  const now = useNow()
  const { mutate, isPending, error } = useRequestBackup()
  const isRunning = runs[0]?.state === 'running'
  const last = runs.find(({ state }) => state === 'done')
  return (
    <SettingsCard
      title="מצב הגיבוי"
      text={`${isContinuous ? 'כל שינוי נשמר מוצפן במקום נוסף בתוך דקה או שתיים.' : 'פעם ביום נשמר עותק מוצפן של הכול במקום נוסף.'} שחזור נעשה מהשרת, עם המפתח ששמור אצלכם.`}
      action={
        <Button size="sm" onClick={() => mutate()} busy={isPending} disabled={isRunning}>
          {isRunning ? 'גיבוי מתבצע…' : 'גיבוי עכשיו'}
        </Button>
      }
    >
      <Facts>
        {isContinuous && <Fact name="שמור עד">{safeUntil ? relativeTime(safeUntil, now) : 'עוד אין נתון'}</Fact>}
        <Fact name="גיבוי אחרון">{last?.finished_at ? relativeTime(last.finished_at, now) : 'עוד לא היה'}</Fact>
        <Fact name="שחזור">
          {isContinuous ? `לכל רגע ב־${keepDays} הימים האחרונים` : `לכל עותק מ־${keepDays} הימים האחרונים`}
        </Fact>
      </Facts>
      {error && <ErrorText>{refusalText(error, refusals)}</ErrorText>}
    </SettingsCard>
  )
}

const number = new Intl.NumberFormat('he-IL')

/** The last rehearsed restore, which the operator runs on the server. */
function RehearsalCard({ rehearsal }: { rehearsal: Tables<'backup_rehearsals'> | null }) {
  return (
    <SettingsCard
      title="תרגול שחזור"
      text="הגיבוי האחרון משוחזר בצד, וכל טבלה וקובץ מושווים למקור. מפעילים בשרת: npm run rehearse-restore"
    >
      {!rehearsal && <p>עוד לא היה תרגול. כדאי לתרגל פעם בחודש.</p>}
      {rehearsal && (
        <p className="backup-rehearsal">
          <span>
            {formatDate(rehearsal.at)}, {formatTime(rehearsal.at)}
          </span>
          {rehearsal.fault === null ? <Badge kind="success">תקין</Badge> : <Badge kind="danger">לא תקין</Badge>}
          <span className="backup-runs__more">
            {rehearsal.fault === null
              ? `${number.format(rehearsal.tables)} טבלאות ו־${number.format(rehearsal.files)} קבצים זהים למקור`
              : rehearsalErrorTexts[rehearsal.fault as RehearsalErrorCode]}
          </span>
        </p>
      )}
    </SettingsCard>
  )
}

function RunRow({ run }: { run: BackupRun }) {
  const { started_at: startedAt, state, size_bytes: size, fault } = run
  return (
    <li>
      <span>
        {formatDate(startedAt)}, {formatTime(startedAt)}
      </span>
      {state === 'running' && <Badge kind="outline">מתבצע</Badge>}
      {state === 'done' && <Badge kind="success">נבדק</Badge>}
      {state === 'failed' && <Badge kind="danger">נכשל</Badge>}
      <span className="backup-runs__more">{fault ? errorTexts[fault] : size !== null && formatFileSize(size)}</span>
    </li>
  )
}
