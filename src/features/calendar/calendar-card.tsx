import { CalendarCheck, Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { formatDate, relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { beginConnection, useCalendarAvailability, useCalendarConnection, useCheckConnection } from './calendar.data.ts'
import { type CalendarConnection, calendarScopes, errorTexts, refusals } from './calendar.ts'
import { CalendarChoice } from './calendar-choice.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { storeNewState } from './oauth-state.ts'

/** Google Calendar connection of the signed-in user: account, health and actions. */
export function CalendarCard({ isNew }: { isNew: boolean }) {
  const calendar = useCalendarConnection()
  const { data: connection, isPending, refetch } = calendar
  const availability = useCalendarAvailability()
  const card = {
    icon: CalendarCheck,
    title: <bdi>Google Calendar</bdi>,
    text: 'היומן האישי שלכם, לפגישות ולשעות תפוסות.',
    isNew: isNew && connection?.status === 'connected',
  }
  if (isPending) return <OptionCard {...card} text={<Loading size="sm" />} />
  const failed = [calendar, availability].find((query) => query.isLoadingError)
  if (failed)
    return (
      <OptionCard
        {...card}
        text={<ErrorText>{refusalText(failed.error, refusals)}</ErrorText>}
        actions={
          <Button size="sm" onClick={() => void Promise.all([refetch(), availability.refetch()])}>
            ניסיון נוסף
          </Button>
        }
      />
    )
  if (!connection) return <Unconnected card={card} available={availability.data} />
  return <Connected card={card} connection={connection} />
}

type Card = { icon: typeof CalendarCheck; title: React.ReactNode; text: string; isNew: boolean }

function Unconnected({ card, available }: { card: Card; available: boolean | undefined }) {
  return (
    <OptionCard
      {...card}
      badge={<Badge kind="outline">מנותק</Badge>}
      actions={available && <ConnectButton words="חיבור" />}
    >
      {available === false && <p>{refusals.calendar_not_set_up}.</p>}
    </OptionCard>
  )
}

function Connected({ card, connection }: { card: Card; connection: CalendarConnection }) {
  const [asking, setAsking] = useState(false)
  const isWell = connection.status === 'connected'
  return (
    <OptionCard
      {...card}
      badge={
        isWell ? (
          <Badge kind="success">
            <Icon of={Check} />
            מחובר
          </Badge>
        ) : (
          <Badge kind="warning">
            <Icon of={TriangleAlert} />
            דורש חיבור מחדש
          </Badge>
        )
      }
      actions={
        <>
          {!isWell && <ConnectButton words="חידוש החיבור" primary />}
          <Button look="ghost" size="sm" onClick={() => setAsking(true)}>
            ניתוק
          </Button>
        </>
      }
    >
      <Health connection={connection} />
      {isWell && <CalendarChoice connection={connection} />}
      <div>
        <p>מה מותר לנו בחשבון הזה:</p>
        <ul>
          {Object.entries(calendarScopes)
            .filter(([scope]) => connection.scopes.includes(scope))
            .map(([scope, label]) => (
              <li key={scope}>{label}</li>
            ))}
        </ul>
      </div>
      <DisconnectDialog open={asking} onOpenChange={setAsking} account={connection.account_email} />
    </OptionCard>
  )
}

function Health({ connection }: { connection: CalendarConnection }) {
  const now = useNow()
  const check = useCheckConnection()
  const { account_email: account, last_success_at: wellAt, last_error: code, connected_at: since } = connection
  const look = () =>
    check.mutate(undefined, {
      onSuccess: ({ fault }) => fault === null && toast.success('נבדק מול Google', { id: 'calendar' }),
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבדיקה לא הצליחה', id: 'calendar' }),
    })
  return (
    <>
      <div className="option__row">
        <p>
          חשבון <Ltr>{account}</Ltr>, מחובר מ-{formatDate(since)}
          {wellAt && `. נבדק בהצלחה ${relativeTime(wellAt, now)}`}
        </p>
        <Button size="sm" busy={check.isPending} onClick={look}>
          בדיקה
        </Button>
      </div>
      {code && <ErrorText>{errorTexts[code]}</ErrorText>}
    </>
  )
}

function ConnectButton({ words, primary = false }: { words: string; primary?: boolean }) {
  const backend = useBackend()
  const [busy, setBusy] = useState(false)

  async function connect() {
    setBusy(true)
    try {
      location.assign(
        await beginConnection(
          backend,
          storeNewState(() => sessionStorage),
        ),
      )
    } catch (error) {
      setBusy(false)
      toast.error(errorText(error), { title: 'החיבור לא התחיל' })
    }
  }
  return (
    <Button look={primary ? 'primary' : 'secondary'} size="sm" busy={busy} onClick={() => void connect()}>
      {words}
    </Button>
  )
}

const errorText = (error: unknown) =>
  error instanceof DOMException
    ? 'הדפדפן הזה אינו שומר נתונים, ובלי זה אי אפשר לחזור מ-Google בבטחה. אפשר לאפשר שמירה באתר הזה ולנסות שוב'
    : refusalText(error, refusals)
