import './add-app-dialog.css'
import { useEffect, useRef, useState } from 'react'
import { useBackend, useSession } from '#client/session-context.tsx'
import { beginEnrolment, type Enrolment, useInvalidateFactors } from '#platform/accounts/security.data.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText, type AuthFailure } from '../sign-in/auth-errors.ts'
import { useAuthForm } from '../sign-in/auth-form.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { useBusiness } from '#platform/business-profile/business-context.tsx'

/** Maximum length of the TOTP issuer. */
const maxIssuerLength = 64

type DialogCallbacks = { onClose: () => void; onAdded: () => void }

/** Enrols an authenticator app: scan, then verify the first code. The factor is inactive until then. */
export function AddAppDialog({ onClose, onAdded }: DialogCallbacks) {
  const { enrolment, errorText, begin } = useEnrolment()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="הפעלת אימות דו־שלבי">
      {enrolment && <FirstCode enrolment={enrolment} onClose={onClose} onAdded={onAdded} />}
      {!enrolment && !errorText && (
        <DialogBody>
          <Loading />
        </DialogBody>
      )}
      {errorText && (
        <DialogBody>
          <ErrorText>{errorText}</ErrorText>
          <Button onClick={begin}>ניסיון נוסף</Button>
        </DialogBody>
      )}
    </Dialog>
  )
}

function useEnrolment() {
  const backend = useBackend()
  const { name } = useBusiness()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [errorText, setErrorText] = useState('')
  const hasStarted = useRef(false)
  const begin = () => {
    setErrorText('')
    beginEnrolment(backend, Array.from(name).slice(0, maxIssuerLength).join('')).then(
      setEnrolment,
      (error: AuthFailure) => setErrorText(authErrorText(error)),
    )
  }
  useEffect(() => {
    // Runs once: a second enrolment would replace the first.
    if (hasStarted.current) return
    hasStarted.current = true
    begin()
  })
  return { enrolment, errorText, begin }
}

function FirstCode({ enrolment, onClose, onAdded }: { enrolment: Enrolment } & DialogCallbacks) {
  const { confirmCode } = useSession()
  const readAgain = useInvalidateFactors()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['code'],
    async send({ code = '' }) {
      const { error } = await confirmCode(enrolment.id, code)
      if (error) return { error }
      void readAgain()
      toast.success('מהכניסה הבאה נבקש גם קוד מהאפליקציה', { title: 'האימות הדו־שלבי פעיל' })
      onClose()
      onAdded()
      return { error }
    },
    place: ({ code }) => (code === 'mfa_verification_failed' ? 'code' : 'form'),
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <DialogBody>
        <ol className="add-app">
          <li>
            <p>בטלפון, פותחים אפליקציית אימות וסורקים את הריבוע. כל אפליקציה של קודים מתחלפים מתאימה.</p>
            <img className="add-app__picture" src={enrolment.picture} alt="קוד QR לסריקה באפליקציית האימות" />
            <Secret secret={enrolment.secret} />
          </li>
          <li>
            <p>מזינים כאן את הקוד שהאפליקציה מציגה.</p>
            <CodeField error={errors.code} />
          </li>
        </ol>
        <FormError>{errors.form}</FormError>
      </DialogBody>
      <FormActions words="הפעלה" busy={busy} onBack={onClose} />
    </form>
  )
}

/** The secret for manual entry. */
function Secret({ secret }: { secret: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toast.success('המפתח הועתק', { id: 'copied' })
    } catch {
      toast.error('הדפדפן לא אפשר להעתיק. אפשר לסמן את המפתח ולהעתיק אותו', { id: 'copied' })
    }
  }
  return (
    <div className="add-app__secret">
      <p>אי אפשר לסרוק? מזינים באפליקציה את המפתח הזה:</p>
      <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <Button look="link" size="sm" onClick={() => void copy()}>
        העתקת המפתח
      </Button>
    </div>
  )
}
