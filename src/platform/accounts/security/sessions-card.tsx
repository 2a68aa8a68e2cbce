import { MonitorSmartphone } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import type { OwnSession } from '#platform/accounts/accounts.ts'
import { deviceOf } from '#platform/accounts/device.ts'
import { useOwnSessions, useSignOutOthers } from '#platform/accounts/security.data.ts'
import { formatDate, relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'

/** The user's sessions, and sign-out of all others. */
export function SessionsCard() {
  const { data: sessions, error, refetch } = useOwnSessions()
  const end = useSignOutOthers()
  const others = (sessions ?? []).filter((session) => !session.is_current).length
  const endOthers = () =>
    end.mutate(undefined, {
      onSuccess: () => toast.success('יצאתם מכל שאר המכשירים. זה נכנס לתוקף בתוך שעה'),
      onError: (reason) => toast.error(authErrorText(reason), { title: 'היציאה לא הצליחה' }),
    })
  return (
    <OptionCard
      icon={MonitorSmartphone}
      title="איפה החשבון פתוח"
      text="מכשיר שאינו מוכר לכם? צאו מכל השאר והחליפו סיסמה."
      actions={
        others > 0 && (
          <Button size="sm" busy={end.isPending} onClick={endOthers}>
            יציאה מכל השאר
          </Button>
        )
      }
    >
      {error && !sessions ? (
        <div className="option__row">
          <ErrorText>{refusalText(error)}</ErrorText>
          <Button size="sm" onClick={() => void refetch()}>
            ניסיון נוסף
          </Button>
        </div>
      ) : (
        sessions?.map((session) => <Session key={session.id} session={session} />)
      )}
    </OptionCard>
  )
}

function Session({ session }: { session: OwnSession }) {
  const now = useNow()
  return (
    <div className="option__row">
      <p>
        <bdi>{deviceOf(session.user_agent) || 'מכשיר לא מזוהה'}</bdi>, מאז {formatDate(session.created_at)}
      </p>
      {session.is_current ? (
        <Badge kind="success">כאן</Badge>
      ) : (
        <span className="hint">{relativeTime(session.last_seen_at, now)}</span>
      )}
    </div>
  )
}
