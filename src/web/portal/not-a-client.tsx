import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend, useSession } from '#client/session-context.tsx'
import { readActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isStaff } from '#platform/accounts/accounts.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText } from '#platform/accounts/sign-in/auth-errors.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'

/** Signed in without access to the portal: the account is not a client's, or the check failed. */
export function NotAClient({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { user, signOut } = useSession()
  const isOfStaff = useIsStaff()

  async function leave() {
    const { error: failure } = await signOut()
    if (failure) toast.error(authErrorText(failure))
  }
  return (
    <AuthLayout title={error ? 'הבדיקה לא הצליחה' : 'אין כאן תיק לקוח'}>
      <p className={error ? 'auth__note auth__note--bad' : 'auth__note'} role={error ? 'alert' : undefined}>
        {error ? refusalText(error) : 'החשבון אינו משויך לתיק לקוח. פנו אלינו ונבדוק'}
      </p>
      <p className="auth__sub">
        נכנסתם עם החשבון <bdi>{user?.email ?? user?.phone}</bdi>.
      </p>
      <div className="auth__ways">
        {isOfStaff && (
          <Link className={buttonClasses({ look: 'primary', size: 'lg', block: true })} to="/crm">
            למערכת של צוות העסק
          </Link>
        )}
        <Button look={isOfStaff ? 'secondary' : 'primary'} size="lg" block onClick={onRetry}>
          בדיקה נוספת
        </Button>
        <Button size="lg" block onClick={() => void leave()}>
          יציאה וכניסה בחשבון אחר
        </Button>
      </div>
      {/* A plain link: public pages are served by the server. */}
      <p className="auth__more">
        <a className="auth__link" href="/contact">
          יצירת קשר
        </a>
      </p>
    </AuthLayout>
  )
}

function useIsStaff(): boolean {
  const backend = useBackend()
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['user_roles', user?.id],
    queryFn: () => readActiveRoles(backend, user!.id),
    enabled: user !== null,
  })
  return isStaff(data ?? [])
}
