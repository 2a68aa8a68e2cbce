import { Link2, Mail } from 'lucide-react'
import { Dialog } from '#ui/layers/dialog.tsx'
import { MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { LinkToSend } from '#platform/personal-links/link-to-send.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { roomPath } from '../webinars.ts'
import { type Registrant, useMakeRegistrantLink, useResendRegistrantLink } from './control.data.ts'

export type ShownLink = { registrant: Registrant; url: string }

type Props = { registrant: Registrant; slug: string; onMade: (shown: ShownLink) => void }

/** The personal link of a registrant: creates a new one to copy, or mails the confirmation again. */
export function LinkItems({ registrant, slug, onMade }: Props) {
  const make = useMakeRegistrantLink()
  const resend = useResendRegistrantLink()
  // Awaits the promise, because the menu, including this component, is unmounted before the response.
  const show = () =>
    make
      .mutateAsync(registrant.id)
      .then((token) => onMade({ registrant, url: `${location.origin}${roomPath(slug, token)}` }), failedStep)
  const send = () =>
    resend
      .mutateAsync(registrant.id)
      .then(() => void toast.success(`הקישור האישי נשלח שוב אל ${registrant.name}`), failedStep)
  return (
    <>
      <MenuItem icon={Link2} onSelect={() => void show()}>
        הקישור האישי
      </MenuItem>
      <MenuItem icon={Mail} onSelect={() => void send()}>
        שליחת הקישור שוב בדוא״ל
      </MenuItem>
    </>
  )
}

export function RegistrantLinkDialog({
  shown,
  title,
  onClose,
}: {
  shown: ShownLink | undefined
  title: string
  onClose: () => void
}) {
  return (
    <Dialog open={shown !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title="קישור אישי להדרכה">
      {shown && (
        <LinkToSend
          link={{ url: shown.url, title, expiresAt: null }}
          label="הקישור האישי, להעתקה"
          about={`הקישור פותח את ההדרכה בשם ${shown.registrant.name}, ומוצג כאן פעם אחת`}
          words={`${title}: ${shown.url}`}
          contactId={shown.registrant.contact_id}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
