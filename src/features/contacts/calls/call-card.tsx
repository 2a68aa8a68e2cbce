import './calls.css'
import { PhoneOff, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { ShownContact } from '../contacts.data.ts'
import { useEditContact } from '../use-edit-contact.ts'
import { BasisDialog } from './basis-dialog.tsx'
import { callPermission } from './call-permission.ts'

const pictures = { service_only: PhoneOff, free: ShieldCheck, check: ShieldAlert }

/** Whether marketing calls to this contact are permitted, and on which basis. */
export function CallCard({ contact, now }: { contact: ShownContact; now: Date }) {
  const edit = useEditContact(contact)
  const [isOpen, setOpen] = useState(false)
  const { kind, text } = callPermission(contact, now)
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
              <Button
                size="sm"
                onClick={() => void edit({ dnc_checked_at: new Date().toISOString() }, 'נרשם: נבדק ולא רשום במרשם')}
              >
                נבדק, לא במרשם
              </Button>
              <Button size="sm" onClick={() => void edit({ do_not_contact: true }, 'סומן: אין ליצור קשר שיווקי')}>
                נמצא במרשם
              </Button>
            </>
          )}
          <Button look="link" size="sm" onClick={() => setOpen(true)}>
            {contact.call_basis ? 'שינוי הסיבה' : 'רישום סיבה'}
          </Button>
        </div>
      )}
      <BasisDialog contact={contact} now={now} open={isOpen} onOpenChange={setOpen} />
    </div>
  )
}
