// The client's details and their data.
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useSession } from '#client/session-context.tsx'
import { useHousehold, useMailPreferences } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { PasswordCard } from '#platform/accounts/security/password-card.tsx'
import { SessionsCard } from '#platform/accounts/security/sessions-card.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { OptionCards } from '#ui/forms/option-card.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useClientCheck } from '../client-check.ts'
import { FailedCard } from '../failed-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'
import { LeaveHousehold } from './leave-household.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PushCard } from './push-card.tsx'

export function Component() {
  const { user } = useSession()
  const { data: client } = useClientCheck()
  return (
    <PortalPage title="הפרופיל שלכם">
      <PortalCard id="me" title="פרטים">
        <p>
          <bdi>{client?.isClient ? client.contact?.full_name : ''}</bdi>
        </p>
        <p className="portal-quiet">
          הכניסה עם <Ltr>{user?.email ?? user?.phone}</Ltr>. לשינוי פרטים אפשר לכתוב לנו בהודעות.
        </p>
      </PortalCard>
      <SharingCard />
      <PushCard />
      <MailCard />
      <PortalCard id="account" title="הכניסה לחשבון">
        <OptionCards>
          <PasswordCard />
          <SessionsCard />
        </OptionCards>
      </PortalCard>
      <OwnDataCard />
    </PortalPage>
  )
}

/** An unknown household is not shown as one without a partner. */
function SharingCard() {
  const { data: household, error, refetch } = useHousehold()
  const title = 'מי רואה מה'
  if (!household) return error && <FailedCard id="sharing" title={title} error={error} onRetry={() => void refetch()} />
  const hasPartner = household.length > 1
  return (
    <PortalCard id="sharing" title={title}>
      <p>
        {hasPartner
          ? 'לכל אחד מכם כניסה משלו. מה שמסומן משותף רואים שניכם, ומה שמסומן פרטי רואים רק אתם והצוות שמלווה אתכם.'
          : 'מה שכאן רואים אתם והצוות שמלווה אתכם. בן או בת זוג יכולים לקבל כניסה משלהם: כתבו לנו ונשלח הזמנה.'}
      </p>
      {hasPartner ? (
        <LeaveHousehold />
      ) : (
        <div className="portal-actions">
          <Link className={buttonClasses({ look: 'secondary' })} to={`${portalPath}/messages?invite`}>
            הזמנת בן או בת הזוג
          </Link>
        </div>
      )}
    </PortalCard>
  )
}

function MailCard() {
  const preferences = useMailPreferences()
  async function open() {
    try {
      location.assign(await preferences.mutateAsync())
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <PortalCard id="mail" title="דיוור בדוא״ל">
      <p className="portal-quiet">
        אילו עדכונים והצעות נשלחים אליכם, ובאיזו תדירות. הודעות על התהליך שלכם אינן חלק מהדיוור.
      </p>
      <div className="portal-actions">
        <Button busy={preferences.isPending} onClick={() => void open()}>
          בחירת הדיוור
        </Button>
      </div>
    </PortalCard>
  )
}
