import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { splitName } from '#lib/split-name.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { LinkDaysField } from '#platform/personal-links/link-days-field.tsx'
import { LinkToSend } from '#platform/personal-links/link-to-send.tsx'
import type { MadeLink } from '#platform/personal-links/made-link.ts'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { BookingLinkList } from './booking-link-list.tsx'
import { useLinkableTypes, useMakeBookingLink } from './booking-links.data.ts'
import { MakeBookingLink, staffLinkRefusals } from './booking-links.ts'

type Props = {
  open: boolean
  onClose: () => void
} & (
  | { type: { id: string; title: string }; contact?: undefined }
  /** Without a type, the dialog has a type field. */
  | { contact: PickerItem; type?: undefined }
)

/**
 * Creates a single-use booking link. The first step has contact and expiry, the second the channels for sending the
 * link. The link is shown only once, because only its hash is stored.
 */
export function BookingLinksDialog({ type, contact: known, open, onClose }: Props) {
  const [picked, setPicked] = useState<PickerItem | null>(null)
  const [link, setLink] = useState<MadeLink>()
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
        <LinkToSend
          link={link}
          label="הקישור לפגישה"
          about={
            <>
              <bdi>{link.title}</bdi>
              {contact && (
                <>
                  , אל <bdi>{contact.text}</bdi>
                </>
              )}
            </>
          }
          words={`${contact ? `שלום ${splitName(contact.text).first_name}` : 'שלום'}, כאן בוחרים מועד ל${link.title}: ${link.url}`}
          contactId={contact?.id}
          onClose={close}
        />
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
          {(errors) =>
            known ? (
              <ForContact contactId={known.id} errors={errors} />
            ) : (
              <>
                <ContactPicker value={picked} onChange={setPicked} error={errors['contactId']} optional="(לא חובה)" />
                <p className="hint">{filledIn}</p>
                {errors['typeId'] && <ErrorText>{errors['typeId']}</ErrorText>}
                <LinkDaysField usual={14} />
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

type ForContactProps = { contactId: string; errors: Partial<Record<string, string>> }

function ForContact({ contactId, errors }: ForContactProps) {
  const { data: types } = useLinkableTypes()
  const nameOf = useStaffName()
  const me = useUserId()
  const [selectedTypeId, setSelectedTypeId] = useState<string>()
  if (!types) return <Loading />
  const typeId = selectedTypeId ?? types.find(({ user_id: host }) => host === me)?.id ?? types[0]?.id
  if (typeId === undefined) return <p>אין עדיין סוג פגישה שאפשר לקבוע. מוסיפים אחד במסך ״סוגי פגישות״.</p>
  const hasHosts = types.some(({ user_id: host }) => host !== types[0]!.user_id)
  return (
    <>
      {errors['contactId'] && <ErrorText>{errors['contactId']}</ErrorText>}
      <SelectField
        name="typeId"
        label="סוג הפגישה"
        value={typeId}
        onChange={({ target }) => setSelectedTypeId(target.value)}
        error={errors['typeId']}
      >
        {types.map(({ id, title, user_id: host }) => (
          <option key={id} value={id}>
            {[title, hasHosts && nameOf(host)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </SelectField>
      <p className="hint">{filledIn}</p>
      <LinkDaysField usual={14} />
      <BookingLinkList typeId={typeId} contactId={contactId} key={typeId} />
    </>
  )
}
