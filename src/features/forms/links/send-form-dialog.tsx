import { useState } from 'react'
import { splitName } from '#lib/split-name.ts'
import { ContactPicker } from '#platform/contact-search/contact-picker.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { LinkDaysField } from '#platform/personal-links/link-days-field.tsx'
import { LinkToSend } from '#platform/personal-links/link-to-send.tsx'
import type { MadeLink } from '#platform/personal-links/made-link.ts'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import type { PickerItem } from '#ui/forms/picker.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { refusals } from '../form-texts.ts'
import { useMakeFormLink, useSendableForms } from './form-links.data.ts'
import { MakeFormLink } from './form-links.ts'

type Props = {
  /** If undefined, the form is selected in the dialog. */
  contact?: PickerItem
  form?: { id: string; title: string }
  open: boolean
  onClose: () => void
}

/**
 * Creates a personal link to a form, then shows buttons to share it. The link is shown only once, because only its hash
 * is stored.
 */
export function SendFormDialog({ contact: initialContact, form, open, onClose }: Props) {
  const [chosen, setChosen] = useState<PickerItem | null>(null)
  const [link, setLink] = useState<MadeLink>()
  const contact = initialContact ?? chosen
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
        <LinkToSend
          link={link}
          label="הקישור לטופס"
          about={
            <>
              הטופס <bdi>{link.title}</bdi>, אל <bdi>{contact.text}</bdi>
            </>
          }
          words={`שלום ${splitName(contact.text).first_name}, זה הקישור לטופס ״${link.title}״: ${link.url}`}
          contactId={contact.id}
          onClose={close}
        />
      ) : (
        <NewLink
          form={form}
          contact={initialContact}
          chosen={{ value: chosen, onChange: setChosen }}
          onMade={setLink}
        />
      )}
    </RecordDialog>
  )
}

type NewProps = Pick<Props, 'form' | 'contact'> & {
  chosen: { value: PickerItem | null; onChange: (contact: PickerItem | null) => void }
  onMade: (link: MadeLink) => void
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
      {(errors) => (
        <>
          {!contact && <ContactPicker {...chosen} error={errors['contactId']} />}
          {!form && <FormChoice errors={errors} />}
          <LinkDaysField usual={30} />
          <CheckField name="isSingleUse" label="לשליחה אחת: אחריה הקישור נסגר" defaultChecked />
        </>
      )}
    </RecordForm>
  )
}

function FormChoice({ errors }: { errors: FieldErrors }) {
  const { data: forms } = useSendableForms()
  if (!forms) return <Loading />
  if (forms.length === 0) return <p>אין עדיין טופס שפורסם. בונים אחד במסך ״טפסים״.</p>
  return (
    <SelectField name="formId" label="טופס" error={errors['formId']}>
      {forms.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}
