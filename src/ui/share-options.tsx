// Buttons that share a link or a message: copy, WhatsApp, mail. The caller lays them out.
import { Copy, Mail, MessageCircle } from 'lucide-react'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  /** The text to copy, and the toast after copying. */
  copied: { text: string; notice: string }
  /** The text of the message. */
  words: string
  subject: string
  /** Without a phone number there is no button for WhatsApp; without an address the mail has no recipient. */
  phone: string | undefined
  email: string | undefined
  /** Called when the message was copied, or opened in another app. */
  onSend?: () => void
}

export function ShareOptions({ copied: { text, notice }, words, subject, phone, email, onSend }: Props) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        toast.success(notice)
        onSend?.()
      },
      () => toast.error('הדפדפן לא אפשר להעתיק'),
    )
  // Mail clients show a plus literally instead of a space.
  const mail = new URLSearchParams({ subject, body: words }).toString().replaceAll('+', '%20')
  return (
    <>
      <Button look="primary" icon={<Icon of={Copy} />} onClick={() => void copy()}>
        העתקה
      </Button>
      {phone && (
        <ButtonLink
          icon={<Icon of={MessageCircle} />}
          href={whatsappAddress(phone, words)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => onSend?.()}
        >
          שליחה ב־WhatsApp
        </ButtonLink>
      )}
      <ButtonLink icon={<Icon of={Mail} />} href={`mailto:${email ?? ''}?${mail}`} onClick={() => onSend?.()}>
        שליחה בדוא״ל
      </ButtonLink>
    </>
  )
}
