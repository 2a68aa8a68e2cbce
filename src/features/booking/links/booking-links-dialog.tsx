import './booking-links-dialog.css'
import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { splitName } from '#lib/split-name.ts'
import { formatDate } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useWaysToReach } from '#platform/contact-search/ways-to-reach.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { WaysToSend } from '#ui/ways-to-send.tsx'
import { BookingLinkList } from './booking-link-list.tsx'
import { useLinkableTypes, useMakeBookingLink } from './booking-links.data.ts'
import { type BookingLink, daysLabel, linkDays, MakeBookingLink, staffLinkRefusals } from './booking-links.ts'

type Props = {
  open: boolean
  onClose: () => void
} & (
  | { type: { id: string; title: string }; contact?: undefined }
  /** The type is chosen in the dialog. */
  | { contact: PickerItem; type?: undefined }
)

/** A link that books a type once: for whom and how long, then ways to send it. It is shown this once: only its hash is stored. */
export function BookingLinksDialog({ type, contact: known, open, onClose }: Props) {
  const [picked, setPicked] = useState<PickerItem | null>(null)
  const [link, setLink] = useState<BookingLink>()
  const making = useMakeBookingLink()
  const contact = known ?? picked
  const about = type?.title ?? known?.text ?? ''
  const close = () => {
    setLink(undefined)
    setPicked(null)
    onClose()
  }
  return (
    <RecordDialog
      open={open}
      onClose={close}
      title={link ? 'הקישור מוכן' : 'קישור לפגישה אחת'}
      {...(!link && { text: `${about}: כל קישור קובע פגישה אחת, ואז נסגר.` })}
    >
      {link ? (
        <LinkToSend link={link} contact={contact} onClose={close} />
      ) : (
        <RecordForm
          schema={MakeBookingLink}
          values={{ ...(type && { typeId: type.id }), contactId: contact?.id }}
          refusals={staffLinkRefusals}
          fields={{ contact_gone: 'contactId', type_gone: 'typeId' }}
          save={(input) => making.mutateAsync(input)}
          closes={() => false}
          saved={setLink}
          action="יצירת הקישור"
        >
          {(faults) =>
            known ? (
              <ForContact contactId={known.id} faults={faults} />
            ) : (
              <>
                <ContactPicker value={picked} onChange={setPicked} error={faults['contactId']} optional="(לא חובה)" />
                <p className="hint">{filledIn}</p>
                {faults['typeId'] && <ErrorText>{faults['typeId']}</ErrorText>}
                <DaysField />
                {type && <BookingLinkList typeId={type.id} />}
              </>
            )
          }
        </RecordForm>
      )}
    </RecordDialog>
  )
}

const filledIn = 'הפרטים של איש הקשר ממולאים מראש, והפגישה נרשמת בכרטיס שלו.'

const DaysField = () => (
  <SelectField name="days" label="תוקף הקישור" defaultValue="14">
    {linkDays.map((days) => (
      <option key={days} value={days}>
        {daysLabel(days)}
      </option>
    ))}
  </SelectField>
)

type ForContactProps = { contactId: string; faults: Partial<Record<string, string>> }

function ForContact({ contactId, faults }: ForContactProps) {
  const { data: types } = useLinkableTypes()
  const nameOf = useStaffName()
  const me = useUserId()
  const [asked, setAsked] = useState<string>()
  if (!types) return <Loading />
  const typeId = asked ?? types.find(({ user_id: host }) => host === me)?.id ?? types[0]?.id
  if (typeId === undefined) return <p>אין עדיין סוג פגישה שאפשר לקבוע. מוסיפים אחד במסך ״סוגי פגישות״.</p>
  const hasHosts = types.some(({ user_id: host }) => host !== types[0]!.user_id)
  return (
    <>
      {faults['contactId'] && <ErrorText>{faults['contactId']}</ErrorText>}
      <SelectField
        name="typeId"
        label="סוג הפגישה"
        value={typeId}
        onChange={({ target }) => setAsked(target.value)}
        error={faults['typeId']}
      >
        {types.map(({ id, title, user_id: host }) => (
          <option key={id} value={id}>
            {[title, hasHosts && nameOf(host)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <p className="hint">{filledIn}</p>
      <DaysField />
      <BookingLinkList typeId={typeId} contactId={contactId} key={typeId} />
    </>
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
