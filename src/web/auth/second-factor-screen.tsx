import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { SecondFactorForm } from '#platform/accounts/sign-in/second-factor-form.tsx'

/** Second step of a sign-in, for a user with an authenticator app. */
export function SecondFactorScreen() {
  const { signOut } = useSession()
  return (
    <AuthLayout title="אימות דו־שלבי">
      <p>נשאר צעד אחד: קוד, בנוסף לסיסמה.</p>
      <SecondFactorForm large />
      <p className="auth__more">
        <Button look="link" onClick={() => void signOut()}>
          כניסה בחשבון אחר
        </Button>
      </p>
    </AuthLayout>
  )
}
