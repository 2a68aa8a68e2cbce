import './send-form-dialog.css'
import { useState } from 'react'
import { splitName } from '#lib/split-name.ts'
import { formatDate } from '#lib/time/dates.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { useWaysToReach } from '#platform/contact-search/ways-to-reach.data.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { Faults } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { WaysToSend } from '#ui/ways-to-send.tsx'
import { refusals } from '../form-texts.ts'
import { useMakeFormLink, useSendableForms } from './form-links.data.ts'
import { daysLabel, type FormLink, linkDays, MakeFormLink } from './form-links.ts'

type Props = {
  /** Chosen in the dialog where it is not given. */
  contact?: PickerItem
  form?: { id: string; title: string }
  open: boolean
  onClose: () => void
}

/** A personal link to a form: what for, then ways to send it. It is shown this once: only its hash is stored. */
export function SendFormDialog({ contact: given, form, open, onClose }: Props) {
  const [chosen, setChosen] = useState<PickerItem | null>(null)
  const [link, setLink] = useState<FormLink>()
  const contact = given ?? chosen
  const close = () => {
    setLink(undefined)
    setChosen(null)
    onClose()
  }
  return (
    <RecordDialog
      open={open}
      onClose={close}
      title={link ? 'הקישור מוכן' : 'שליחת טופס בקישור אישי'}
      {...(!link && { text: 'השם והפרטים ממולאים מראש, והתשובות נשמרות בכרטיס של איש הקשר.' })}
    >
      {link && contact ? (
        <LinkToSend link={link} contact={contact} onClose={close} />
      ) : (
        <NewLink form={form} contact={given} chosen={{ value: chosen, onChange: setChosen }} onMade={setLink} />
      )}
    </RecordDialog>
  )
}

type NewProps = Pick<Props, 'form' | 'contact'> & {
  chosen: { value: PickerItem | null; onChange: (contact: PickerItem | null) => void }
  onMade: (link: FormLink) => void
}

function NewLink({ form, contact, chosen, onMade }: NewProps) {
  const making = useMakeFormLink()
  return (
    <RecordForm
      schema={MakeFormLink}
      values={{ ...(form && { formId: form.id }), contactId: contact?.id ?? chosen.value?.id ?? '' }}
      refusals={refusals}
      fields={{ form_not_published: 'formId', contact_unknown: 'contactId' }}
      save={(input) => making.mutateAsync(input)}
      closes={() => false}
      saved={onMade}
      action="יצירת הקישור"
    >
      {(faults) => (
        <>
          {!contact && <ContactPicker {...chosen} error={faults['contactId']} />}
          {!form && <FormChoice faults={faults} />}
          <SelectField name="days" label="תוקף הקישור" defaultValue="30">
            {linkDays.map((days) => (
              <option key={days} value={days}>
                {daysLabel(days)}
              </option>
            ))}
          </SelectField>
          <CheckField name="isSingleUse" label="לשליחה אחת: אחריה הקישור נסגר" defaultChecked />
        </>
      )}
    </RecordForm>
  )
}

function FormChoice({ faults }: { faults: Faults }) {
  const { data: forms } = useSendableForms()
  if (!forms) return <Loading />
  if (forms.length === 0) return <p>אין עדיין טופס שפורסם. בונים אחד במסך ״טפסים״.</p>
  return (
    <SelectField name="formId" label="טופס" error={faults['formId']}>
      {forms.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

type LinkProps = { link: FormLink; contact: PickerItem; onClose: () => void }

function LinkToSend({ link: { url, title, expiresAt }, contact, onClose }: LinkProps) {
  const { data: reached } = useWaysToReach(contact.id)
  const words = `שלום ${splitName(contact.text).first_name}, זה הקישור לטופס ״${title}״: ${url}`
  return (
    <>
      <DialogBody>
        <p>
          הטופס <bdi>{title}</bdi>, אל <bdi>{contact.text}</bdi>. {expiresAt && `בתוקף עד ${formatDate(expiresAt)}.`}
        </p>
        <input
          className="input"
          readOnly
          dir="ltr"
          aria-label="הקישור לטופס"
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <div className="form-link__ways">
          <WaysToSend
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
