// Shows whether receivers can authenticate the sender's domain.
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { DomainFindings } from './domain-findings.tsx'
import { useSenderDomain } from './sender-domain.data.ts'

export function SenderDomainCard() {
  const { data: status } = useMailStatus()
  if (!status) return null
  if (!status.isConfigured)
    return (
      <SettingsCard title="אימות הדומיין">
        <p className="settings__note">
          אחרי שהדואר היוצא יוגדר, תופיע כאן בדיקה של רשומות הדומיין: אלה שקובעות אם ההודעות מגיעות לתיבה או לדואר הזבל.
        </p>
      </SettingsCard>
    )
  return <Checked />
}

function Checked() {
  const { data: check, error, isPending, isFetching, refetch } = useSenderDomain()
  return (
    <SettingsCard
      title="אימות הדומיין"
      action={
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          בדיקה חוזרת
        </Button>
      }
    >
      <p className="settings__note">
        לפי שלוש רשומות בדומיין {check && <Ltr>{check.domain}</Ltr>} שירותי הדואר קובעים אם ההודעות שלכם אמיתיות. את
        הרשומות מוסיפים במקום שבו הדומיין נקנה, ושינוי נכנס לתוקף בתוך שעות.
      </p>
      {isPending && <Loading />}
      {!check && error && <FailedToLoad insteadOf={check} error={error} onRetry={() => void refetch()} />}
      {check && <DomainFindings check={check} />}
    </SettingsCard>
  )
}
