import './personal-links.css'
import type { ReactNode } from 'react'
import { usePrimaryContactPoints } from '#platform/contact-search/primary-contact-points.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { ShareOptions } from '#ui/share-options.tsx'
import type { MadeLink } from './made-link.ts'

type Props = {
  link: MadeLink
  /** Label of the field with the link. */
  label: string
  /** What the link opens, and for whom. */
  about: ReactNode
  /** Prefilled text of the message with the link. */
  words: string
  contactId: string | undefined
  onClose: () => void
}

/** A newly created link in its dialog: a field to copy it from, and buttons to send it. */
export function LinkToSend({ link: { url, title, expiresAt }, label, about, words, contactId, onClose }: Props) {
  const { data: reached } = usePrimaryContactPoints(contactId)
  return (
    <>
      <DialogBody>
        <p>
          {about}. {expiresAt && `בתוקף עד ${formatDate(expiresAt)}.`}
        </p>
        <input
          className="input"
          readOnly
          dir="ltr"
          aria-label={label}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <div className="personal-link__ways">
          <ShareOptions
            copied={{ text: url, notice: 'הקישור הועתק' }}
            words={words}
            subject={title}
            phone={reached?.phone}
            email={reached?.email}
          />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>סיום</Button>
      </DialogActions>
    </>
  )
}
