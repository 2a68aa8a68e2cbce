import { Link } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { useBusiness } from '#platform/business-profile/business-context.tsx'

/** Sends clients to their portal. */
export function PortalNotice() {
  const { signOut } = useSession()
  const { name } = useBusiness()
  return (
    <main id="main" className="no-access">
      <title>{['האזור האישי', name].filter(Boolean).join(' | ')}</title>
      <h1 className="vh">האזור האישי שלכם</h1>
      <EmptyState
        title="האזור שלכם נמצא במקום אחר"
        text="כאן עובד צוות העסק. התהליך שלכם, השלבים והצעד הבא מחכים באזור האישי."
        action={
          <div className="no-access__row">
            <Link className={buttonClasses({ look: 'primary' })} to="/client-portal">
              לאזור האישי
            </Link>
            <Button onClick={() => void signOut()}>יציאה</Button>
          </div>
        }
      />
    </main>
  )
}

/** Shown to an account without a role. */
export function NoAccess() {
  const { user, signOut } = useSession()
  const { name } = useBusiness()
  return (
    <main id="main" className="no-access">
      <title>{['אין עדיין גישה', name].filter(Boolean).join(' | ')}</title>
      <h1 className="vh">אין עדיין גישה</h1>
      <EmptyState
        title="החשבון פתוח, הגישה עוד לא"
        text={
          <>
            גישה למערכת ניתנת על ידי בעלי העסק. אפשר לפנות אליהם עם הכתובת <bdi>{user?.email ?? user?.phone}</bdi>,
            ולחזור לכאן אחרי שהגישה נפתחה.
          </>
        }
        action={
          <div className="no-access__row">
            <Button look="primary" onClick={() => location.reload()}>
              בדיקה נוספת
            </Button>
            <Button onClick={() => void signOut()}>יציאה</Button>
          </div>
        }
      />
    </main>
  )
}
