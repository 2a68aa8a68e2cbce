import './booking-links-dialog.css'
import { useState } from 'react'
import { splitName } from '#lib/split-name.ts'
import { formatDate } from '#lib/time/dates.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useWaysToReach } from '#platform/contact-search/ways-to-reach.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { WaysToSend } from '#ui/ways-to-send.tsx'
import { BookingLinkList } from './booking-link-list.tsx'
import { useMakeBookingLink } from './booking-links.data.ts'
import { type BookingLink, daysLabel, linkDays, MakeBookingLink, staffLinkRefusals } from './booking-links.ts'

type Props = { type: { id: string; title: string }; open: boolean; onClose: () => void }

/** A link that books a type once: for whom and how long, then ways to send it. It is shown this once: only its hash is stored. */
export function BookingLinksDialog({ type, open, onClose }: Props) {
  const [contact, setContact] = useState<PickerItem | null>(null)
  const [link, setLink] = useState<BookingLink>()
  const making = useMakeBookingLink()
  const close = () => {
    setLink(undefined)
    setContact(null)
    onClose()
  }
  return (
    <RecordDialog
      open={open}
      onClose={close}
      title={link ? 'הקישור מוכן' : 'קישור לפגישה אחת'}
      {...(!link && { text: `${type.title}: כל קישור קובע פגישה אחת, ואז נסגר.` })}
    >
      {link ? (
        <LinkToSend link={link} contact={contact} onClose={close} />
      ) : (
        <RecordForm
          schema={MakeBookingLink}
          values={{ typeId: type.id, contactId: contact?.id }}
          refusals={staffLinkRefusals}
          fields={{ contact_gone: 'contactId' }}
          save={(input) => making.mutateAsync(input)}
          closes={() => false}
          saved={setLink}
          action="יצירת הקישור"
        >
          {(faults) => (
            <>
              <ContactPicker value={contact} onChange={setContact} error={faults['contactId']} optional="(לא חובה)" />
              <p className="hint">הפרטים של איש הקשר ממולאים מראש, והפגישה נרשמת בכרטיס שלו.</p>
              <SelectField name="days" label="תוקף הקישור" defaultValue="14">
                {linkDays.map((days) => (
                  <option key={days} value={days}>
                    {daysLabel(days)}
                  </option>
                ))}
              </SelectField>
              <BookingLinkList typeId={type.id} />
            </>
          )}
        </RecordForm>
      )}
    </RecordDialog>
  )
}

type LinkProps = { link: BookingLink; contact: PickerItem | null; onClose: () => void }

function LinkToSend({ link: { url, title, expiresAt }, contact, onClose }: LinkProps) {
  const { data: reached } = useWaysToReach(contact?.id)
  const greeting = contact ? `שלום ${splitName(contact.text).first_name}, ` : 'שלום, '
  return (
    <>
      <DialogBody>
        <p>
          <bdi>{title}</bdi>
          {contact && (
            <>
              , אל <bdi>{contact.text}</bdi>
            </>
          )}
          . {expiresAt && `בתוקף עד ${formatDate(expiresAt)}.`}
        </p>
        <input
          className="input"
          readOnly
          dir="ltr"
          aria-label="הקישור לפגישה"
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <div className="booking-link__ways">
          <WaysToSend
            copied={{ text: url, notice: 'הקישור הועתק' }}
            words={`${greeting}כאן בוחרים מועד ל${title}: ${url}`}
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
