// Messages with the staff. A couple has a shared thread, and each partner a private one.
import { Link, useSearchParams } from 'react-router'
import { useInbox, useIsPrivateThread } from '#features/inbox/inbox.data.ts'
import { ThreadView } from '#features/inbox/thread-view.tsx'
import { useHousehold } from '#features/portal/portal.data.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { useClientCheck } from '../client-check.ts'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'

export function Component() {
  const { data: client } = useClientCheck()
  const { data: household, error, isPending, refetch } = useHousehold()
  const hasPartner = household !== undefined && household.length > 1
  const [search, setSearch] = useSearchParams()
  const contactId = client?.isClient ? client.contact?.id : undefined
  const isShared = hasPartner && search.get('thread') !== 'private'
  const about = search.get('about')
  const start = search.has('invite')
    ? 'נשמח לפתוח כניסה גם לבן או בת הזוג. השם והדוא״ל: '
    : about
      ? `לגבי השלב ${about}: `
      : ''
  const show = (which: 'shared' | 'private') => setSearch({ thread: which }, { replace: true })
  return (
    <PortalPage title="הודעות" lead="שאלה קטנה או עדכון, בלי לחכות לפגישה. נענה בשעות הפעילות.">
      {hasPartner && (
        <div className="portal-actions">
          <Button look={isShared ? 'primary' : 'secondary'} aria-pressed={isShared} onClick={() => show('shared')}>
            משותפת לשנינו
          </Button>
          <Button look={isShared ? 'secondary' : 'primary'} aria-pressed={!isShared} onClick={() => show('private')}>
            פרטית שלי
          </Button>
        </div>
      )}
      {isShared && <PrivateNews />}
      {/* While loading it is unknown which thread is shown first, and text typed into the other one would be lost. */}
      {isPending && <Loading />}
      {!household && error && <FailedToLoad insteadOf={household} error={error} onRetry={() => void refetch()} />}
      {contactId && household && (
        <PortalCard
          id="thread"
          title={isShared ? 'שיחה משותפת' : 'שיחה עם הצוות'}
          aside={isShared ? 'רואים אותה שניכם והצוות' : 'רואים אותה רק אתם והצוות'}
        >
          <ThreadView
            key={String(isShared)}
            of={{ contactId, isShared }}
            empty="עוד לא נכתב כאן דבר. אפשר להתחיל."
            sendsLater
            start={start}
          />
        </PortalCard>
      )}
    </PortalPage>
  )
}

/** Links from the shared thread, which is shown first, to an unread message of the private one. */
function PrivateNews() {
  const { data = [] } = useInbox()
  const [first, second] = data.filter(({ unread }) => unread > 0)
  const isFirst = useIsPrivateThread(first?.id)
  const isSecond = useIsPrivateThread(second?.id)
  return (
    (isFirst || isSecond) && (
      <p>
        <Link to="?thread=private">הודעה חדשה בשיחה הפרטית שלכם</Link>
      </p>
    )
  )
}
