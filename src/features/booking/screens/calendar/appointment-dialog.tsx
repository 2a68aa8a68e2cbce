// Details of one appointment, its form answers, and staff actions.
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'
import { formatPhone } from '#lib/format-phone.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { useCallPreparation } from '#platform/screens/call-preparation-context.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import {
  type ShownAppointment,
  useChangeAppointment,
  useGroupWaitingList,
  useOthersInGroup,
} from '../../appointments.data.ts'
import { type AttendeeRole, byRole, refusals, statusText } from '../../booking-labels.ts'
import { detailOf, namesOf } from './appointment-texts.ts'
import { AppointmentForm } from '../../type-forms/appointment-form.tsx'
import { CancelForm, MoveForm } from './change-forms.tsx'
import { PreparationTicks } from './preparation-ticks.tsx'

type Props = { appointment: ShownAppointment | undefined; now: Date; onClose: () => void }
type Step = 'show' | 'move' | 'cancel'

export function AppointmentDialog({ appointment, now, onClose }: Props) {
  const [step, setStep] = useState<Step>('show')
  const [shownId, setShownId] = useState(appointment?.id)
  // A refetch that drops the appointment also closes the dialog, without calling `onClose`. Each opening therefore
  // resets to the details.
  if (appointment?.id !== shownId) {
    setShownId(appointment?.id)
    setStep('show')
  }
  const titles: Record<Step, string> = {
    show: appointment ? `${appointment.title}: ${namesOf(appointment)}` : '',
    move: 'שינוי מועד',
    cancel: 'ביטול הפגישה',
  }
  return (
    <RecordDialog open={appointment !== undefined} onClose={onClose} title={titles[step]}>
      {appointment && step === 'show' && <Details appointment={appointment} now={now} onStep={setStep} />}
      {appointment && step === 'move' && <MoveForm appointment={appointment} />}
      {appointment && step === 'cancel' && <CancelForm appointment={appointment} now={now} />}
    </RecordDialog>
  )
}

type DetailsProps = { appointment: ShownAppointment; now: Date; onStep: (step: Step) => void }

function Details({ appointment: one, now, onStep }: DetailsProps) {
  const hasBegun = Date.parse(one.starts_at) <= now.getTime()
  const isOpen = ['confirmed', 'pending', 'awaiting_payment'].includes(one.status)
  const prepareCall = useCallPreparation()
  const others = useOthersInGroup(one)
  const waiting = useGroupWaitingList(one)
  return (
    <DialogBody>
      <div className="appointment">
        <p className="appointment__when">
          <b>
            {formatLongDate(one.starts_at)}, <Ltr>{`${formatTime(one.starts_at)}–${formatTime(one.ends_at)}`}</Ltr>
          </b>
          <Badge kind={one.status === 'confirmed' ? 'success' : 'warning'}>{statusText(one)}</Badge>
        </p>
        <p>{detailOf(one)}</p>
        {one.location_value && (
          <p>
            <bdi>{one.location_value}</bdi>
          </p>
        )}
        <ul className="appointment__people">
          {one.attendees.toSorted(byRole).map(({ id, role, name, email, phone, response }) => (
            <li key={id}>
              {role === 'main' && one.contact_id ? (
                <Link to={`/crm/contacts/${one.contact_id}`}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              {response !== 'unknown' && (
                <Badge kind={response === 'accepted' ? 'success' : 'warning'}>
                  {response === 'accepted' ? 'אישרו הגעה' : 'השיבו שלא יגיעו'}
                </Badge>
              )}
              {phone && (
                <a href={`tel:${phone}`}>
                  <Ltr>{formatPhone(phone)}</Ltr>
                </a>
              )}
              {email && (
                <a href={`mailto:${email}`}>
                  <Ltr>{email}</Ltr>
                </a>
              )}
              {role !== 'main' && <Removal appointment={one} role={role} name={name} />}
            </li>
          ))}
        </ul>
        {one.contact_id && (
          <p>
            <Link to={`/crm/contacts/${one.contact_id}?tab=messages&about=appointment:${one.id}`}>
              ההודעות על הפגישה: מה נשלח, מה לא ולמה
            </Link>
          </p>
        )}
        {others.length > 0 && (
          <p>
            עוד רשומים למפגש: <bdi>{others.join(', ')}</bdi>
          </p>
        )}
        {waiting.length > 0 && (
          <p>
            ברשימת ההמתנה: <bdi>{waiting.map(({ name }) => name).join(', ')}</bdi>
          </p>
        )}
        <Answers appointment={one} />
        <AppointmentForm rootId={one.root_id} />
        <PreparationTicks appointment={one} isExpected={isOpen && !hasBegun && one.type?.uses_preparation !== false} />
        {isOpen && one.contact_id && <Suspense>{prepareCall(one.contact_id)}</Suspense>}
        {one.cancel_reason && <p>סיבת הביטול: {one.cancel_reason}</p>}
        <div className="appointment__actions">
          {one.status === 'pending' && <Decision appointment={one} />}
          {isOpen && (
            <>
              <Button onClick={() => onStep('move')}>שינוי מועד</Button>
              <Button onClick={() => onStep('cancel')}>ביטול הפגישה</Button>
            </>
          )}
          {hasBegun && <NoShow appointment={one} />}
        </div>
        {isOpen && <Reassign appointment={one} />}
      </div>
    </DialogBody>
  )
}

/** Removes the partner or a guest, after a confirmation. */
function Removal({ appointment, role, name }: { appointment: ShownAppointment; role: AttendeeRole; name: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const removing = useChangeAppointment('removeAttendee')
  if (!isConfirming)
    return (
      <Button look="ghost" size="sm" aria-label={`הסרה של ${name}`} onClick={() => setConfirming(true)}>
        הסרה
      </Button>
    )
  return (
    <span className="appointment__removal">
      להסיר? ההודעות הבאות לא יישלחו.
      <Button
        look="danger"
        size="sm"
        busy={removing.isPending}
        onClick={() =>
          announce(removing.mutateAsync({ seen: appointment, role }), `${name} כבר לא ברשימת המשתתפים. הודעה לא נשלחה`)
        }
      >
        כן, להסיר
      </Button>
      <Button look="ghost" size="sm" onClick={() => setConfirming(false)}>
        חזרה
      </Button>
    </span>
  )
}

/** Answers in question order. */
function Answers({ appointment: { type, answers } }: { appointment: ShownAppointment }) {
  const answered = (type?.questions ?? []).filter(({ id }) => typeof answers[id] === 'string')
  if (answered.length === 0) return null
  return (
    <dl className="appointment__answers">
      {answered.map(({ id, label }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd dir="auto">{String(answers[id])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Uses a promise, because a refetch may unmount the button before the response: the callbacks of `mutate` would be lost. */
const announce = (change: Promise<unknown>, message: string) =>
  void change.then(
    () => toast.success(message),
    (error: unknown) => toast.error(refusalText(error, refusals)),
  )

function Decision({ appointment }: { appointment: ShownAppointment }) {
  const deciding = useChangeAppointment('decide')
  const decide = (isAccepted: boolean) =>
    announce(
      deciding.mutateAsync({ seen: appointment, isAccepted }),
      isAccepted ? 'הפגישה אושרה, ונשלחה הודעה' : 'הבקשה נדחתה, ונשלחה הודעה',
    )
  return (
    <>
      <Button look="primary" busy={deciding.isPending} onClick={() => decide(true)}>
        אישור הבקשה
      </Button>
      <Button busy={deciding.isPending} onClick={() => decide(false)}>
        דחיית הבקשה
      </Button>
    </>
  )
}

function NoShow({ appointment: one }: { appointment: ShownAppointment }) {
  const marking = useChangeAppointment('noShow')
  const mark = (side: 'client' | 'host' | null) => announce(marking.mutateAsync({ seen: one, side }), 'הסימון נשמר')
  if (!['confirmed', 'completed', 'no_show'].includes(one.status)) return null
  return one.no_show ? (
    <Button busy={marking.isPending} onClick={() => mark(null)}>
      הפגישה התקיימה
    </Button>
  ) : (
    <>
      <Button busy={marking.isPending} onClick={() => mark('client')}>
        לא הגיעו
      </Button>
      <Button busy={marking.isPending} onClick={() => mark('host')}>
        הצוות לא הגיע
      </Button>
    </>
  )
}

/** Shown only if another member may host, with or without a booking page. */
function Reassign({ appointment: one }: { appointment: ShownAppointment }) {
  const { data: staff = [] } = useStaff()
  const giving = useChangeAppointment('reassign')
  const hosts = staff.filter(({ user_id, roles }) => user_id === one.user_id || may(roles, 'host appointments'))
  const names = new Map(hosts.map(({ user_id, name }) => [user_id, name]))
  if (hosts.every(({ user_id }) => user_id === one.user_id)) return null
  return (
    <SelectField
      name="host"
      label="עם מי הפגישה"
      value={one.user_id}
      onChange={({ target }) =>
        announce(
          giving.mutateAsync({ seen: one, host: target.value }),
          `הפגישה עברה אל ${names.get(target.value) ?? ''}`,
        )
      }
    >
      {!names.has(one.user_id) && <option value={one.user_id}>מחוץ לצוות</option>}
      {hosts.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
