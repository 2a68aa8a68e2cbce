// Sign-in page of the portal. A signed-in user who is not a client sees a message with links to the available pages.
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import { useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { returnPath } from '../auth/auth-guard.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { ForgotPasswordForm } from '#platform/accounts/sign-in/forgot-password-form.tsx'
import { MailedCodeForm } from '#platform/accounts/sign-in/mailed-code-form.tsx'
import { SecondFactorScreen } from '../auth/second-factor-screen.tsx'
import { SignInForm } from '#platform/accounts/sign-in/sign-in-form.tsx'
import { useClientCheck } from './client-check.ts'
import { NotAClient } from './not-a-client.tsx'

const home = '/client-portal'

export function Component() {
  const session = useSession()
  const check = useClientCheck()
  const { state } = useLocation() as { state: unknown }
  const [search] = useSearchParams()
  // `?opened`: first sign-in after an invitation; the home shows a short introduction.
  const isFirst = search.has('opened')
  const back = returnPath(state, location.origin) ?? (isFirst ? `${home}?opened` : home)
  if (factorsToShow(session.session).length > 0) return <SecondFactorScreen />
  if (session.recovering) return <Navigate to="/auth" replace state={{ from: back }} />
  if (session.loading || (session.user && check.isPending))
    return <Loading page size="lg" text="אימות הרשאות לקוח..." />
  if (check.data?.isClient) return <Navigate to={back} replace />
  if (session.user) return <NotAClient error={check.data ? null : check.error} onRetry={() => void check.refetch()} />
  if (search.get('mode') === 'forgot')
    return (
      <AuthLayout key="forgot" title="איפוס סיסמה">
        <ForgotPasswordForm back="/client-login" />
      </AuthLayout>
    )
  if (search.get('mode') === 'code')
    return (
      <AuthLayout key="code" title="כניסה בלי סיסמה" sub="נשלח אליכם קוד וקישור, לפעם אחת">
        <MailedCodeForm back="/client-login" landing={back.replace(/#.*/, '')} />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="כניסה לאזור האישי"
      sub={isFirst ? 'החשבון הופעל. עכשיו נכנסים עם הסיסמה שבחרתם' : 'התהליך שלכם, השלבים והצעד הבא במקום אחד'}
      foot={
        <>
          צוות העסק? <Link to="/auth">כניסה למערכת</Link>
        </>
      }
    >
      {/* The OAuth response is appended to the URL after the #. */}
      <SignInForm
        landing={back.replace(/#.*/, '')}
        more={
          <Link to={isFirst ? '?opened&mode=code' : '?mode=code'} state={state}>
            כניסה עם קוד שנשלח בדוא״ל
          </Link>
        }
      />
    </AuthLayout>
  )
}
