import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { authErrorText } from '../sign-in/auth-errors.ts'

/** Password reset by email link, so that nobody can change the password in an unattended session. */
export function PasswordCard() {
  const { user, resetPassword } = useSession()
  const [isSending, setSending] = useState(false)
  const email = user?.email
  if (!email) return null
  async function send(address: string) {
    setSending(true)
    const { error } = await resetPassword(address)
    setSending(false)
    if (error) toast.error(authErrorText(error), { title: 'הקישור לא נשלח' })
    else toast.success('הקישור נשלח. הסיסמה של עכשיו פועלת עד שבוחרים חדשה')
  }
  return (
    <OptionCard
      icon={KeyRound}
      title="סיסמה"
      text={
        <>
          קישור לבחירת סיסמה חדשה יישלח אל <Ltr>{email}</Ltr>. כך גם מי שמצא מסך פתוח לא יחליף אותה.
        </>
      }
      actions={
        <Button size="sm" busy={isSending} onClick={() => void send(email)}>
          {isSending ? 'שולחים' : 'החלפת סיסמה'}
        </Button>
      }
    />
  )
}
