import { refusalText } from '#client/refusal.ts'
import { useMailFailures, useMailStatus, useSendTestMail } from '#platform/mail-status/mail-status.data.ts'
import { senderRefusals } from '#platform/mail-status/mail-status.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

export function SenderTab() {
  const { data: status, error, isPending, refetch } = useMailStatus()
  if (isPending) return <Loading />
  if (!status) return <FailedToLoad insteadOf={status} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <SettingsCard
        title={
          <>
            דואר יוצא{' '}
            {status.isConfigured ? <Badge kind="success">מוגדר</Badge> : <Badge kind="warning">לא מוגדר</Badge>}
          </>
        }
        action={status.isConfigured && <TestButton />}
      >
        {status.isConfigured ? (
          <p className="settings__note">
            ההודעות יוצאות מהכתובת <Ltr>{status.from}</Ltr>
            {status.name && (
              <>
                , בשם <bdi>{status.name}</bdi>
              </>
            )}
            .
          </p>
        ) : (
          <p className="settings__note">
            הודעות נכתבות ומחכות בתור, ולא יוצאות. הדואר היוצא מוגדר בשרת: בקשו ממי שהתקינו את המערכת לחבר תיבת דואר
            לשליחה, לפי הסעיף על דואר יוצא במדריך ההתקנה. אחרי החיבור מה שחיכה ייצא מעצמו, וכאן אפשר יהיה לשלוח הודעת
            ניסיון.
          </p>
        )}
      </SettingsCard>
      <Failures />
    </>
  )
}

function TestButton() {
  const test = useSendTestMail()
  return (
    <Button
      size="sm"
      busy={test.isPending}
      onClick={() =>
        test.mutate(undefined, {
          onSuccess: ({ to }) =>
            toast.success(
              <>
                הודעת ניסיון בדרך אל <Ltr>{to}</Ltr>. אם לא תגיע, הסיבה תופיע כאן
              </>,
            ),
          onError: (error) => toast.error(refusalText(error, senderRefusals), { title: 'הניסיון לא נשלח' }),
        })
      }
    >
      הודעת ניסיון אליי
    </Button>
  )
}

function Failures() {
  const { data } = useMailFailures()
  if (!data) return null
  const waiting = count(data.waiting, {
    zero: 'אין הודעות שמחכות בתור.',
    one: 'הודעה אחת מחכה בתור.',
    two: 'שתי הודעות מחכות בתור.',
    other: '# הודעות מחכות בתור.',
  })
  return (
    <SettingsCard title="מה לא יצא" text={waiting}>
      {data.failures.length > 0 && (
        <ul>
          {data.failures.map(({ to, at, error }) => (
            <li key={`${to} ${at}`}>
              <Ltr>{to}</Ltr>, {formatDate(at)}, {formatTime(at)}
              <br />
              <small dir="auto">{error}</small>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
