import './calls.css'
import { PhoneOff, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { ShownContact } from '../contacts.data.ts'
import type { ContactStaffDetails } from '../contacts.ts'
import { succeeds, useEditContact } from '../use-edit-contact.ts'
import { BasisDialog } from './basis-dialog.tsx'
import { callPermission } from './call-permission.ts'
import { useSaveDetails } from '../use-save-details.ts'

const pictures = { service_only: PhoneOff, free: ShieldCheck, check: ShieldAlert }

type Props = { contact: ShownContact; now: Date }

/** Whether marketing calls to this contact are permitted, and on which basis. */
export const CallCard = ({ contact, now }: Props) =>
  contact.staff_details && <CallFacts contact={contact} details={contact.staff_details} now={now} />

function CallFacts({ contact, details, now }: Props & { details: ContactStaffDetails }) {
  const edit = useEditContact(contact)
  const save = useSaveDetails(contact.id)
  const [isOpen, setOpen] = useState(false)
  const { kind, text } = callPermission({ ...details, do_not_contact: contact.do_not_contact }, now)
  const markChecked = () => save(details, { dnc_checked_at: new Date().toISOString() }, 'נרשם: נבדק ולא רשום במרשם')
  return (
    <div className={`calls calls--${kind}`}>
      <p>
        <Icon of={pictures[kind]} />
        <span>{text}</span>
      </p>
      {kind !== 'service_only' && (
        <div className="calls__acts">
          {kind === 'check' && (
            <>
              <Button size="sm" onClick={() => void succeeds(markChecked)}>
                נבדק, לא במרשם
              </Button>
              <Button size="sm" onClick={() => void edit({ do_not_contact: true }, 'סומן: אין ליצור קשר שיווקי')}>
                נמצא במרשם
              </Button>
            </>
          )}
          <Button look="link" size="sm" onClick={() => setOpen(true)}>
            {details.call_basis ? 'שינוי הסיבה' : 'רישום סיבה'}
          </Button>
        </div>
      )}
      <BasisDialog details={details} now={now} open={isOpen} onOpenChange={setOpen} />
    </div>
  )
}
