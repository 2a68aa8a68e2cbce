import { useState } from 'react'
import { hasProvider } from '#client/sign-in/providers.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { authErrorText } from './auth-errors.ts'

/** Rendered only if the server has Google sign-in enabled. */
export function GoogleSignIn({ landing }: { landing: string }) {
  const session = useSession()
  const [errorText, setErrorText] = useState('')
  if (!hasProvider(document, 'google')) return null

  async function enter() {
    const { error } = await session.signInWithGoogle(landing)
    if (error) setErrorText(authErrorText(error))
  }
  return (
    <>
      <Button
        size="lg"
        block
        onClick={() => void enter()}
        icon={
          <span className="auth__google" aria-hidden="true">
            G
          </span>
        }
      >
        <span>
          המשך עם <bdi>Google</bdi>
        </span>
      </Button>
      <FormError>{errorText}</FormError>
      <p className="auth__or">או</p>
    </>
  )
}
