import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import { useSession } from '#client/session-context.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { returnPath } from './auth-guard.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ForgotPasswordForm } from '#platform/accounts/sign-in/forgot-password-form.tsx'
import { NewPasswordForm } from '#platform/accounts/sign-in/new-password-form.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'
import { SignInForm } from '#platform/accounts/sign-in/sign-in-form.tsx'
import { SignUpForm } from '#platform/accounts/sign-in/sign-up-form.tsx'

/** Sign-in, sign-up, forgotten password, and the target of a reset link. */
export function Component() {
  const session = useSession()
  const { state } = useLocation() as { state: unknown }
  const [search] = useSearchParams()
  if (session.loading) return <Loading page size="lg" />
  // Setting a new password also requires the second factor, if one is enrolled.
  if (factorsToShow(session.session).length > 0) return <SecondFactorScreen />
  if (session.recovering)
    return (
      <AuthLayout title="סיסמה חדשה">
        <NewPasswordForm />
      </AuthLayout>
    )
  if (session.user) return <Navigate to={returnPath(state, location.origin) ?? '/crm'} replace />
  const mode = search.get('mode')
  if (mode === 'signup')
    return (
      <AuthLayout key={mode} title="פתיחת חשבון">
        <SignUpForm />
      </AuthLayout>
    )
  if (mode === 'forgot')
    return (
      <AuthLayout key={mode} title="איפוס סיסמה">
        <ForgotPasswordForm back="/auth" />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="כניסה למערכת"
      foot={
        <>
          לקוחות בתהליך? <Link to="/client-login">כניסה לאזור האישי</Link>
        </>
      }
    >
      <SignInForm
        more={
          <>
            אין עדיין חשבון?{' '}
            <Link className="auth__link" to="?mode=signup" state={state}>
              הרשמה
            </Link>
          </>
        }
      />
    </AuthLayout>
  )
}
