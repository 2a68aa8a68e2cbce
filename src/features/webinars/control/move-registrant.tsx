import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import type { SessionRow } from '../webinars.data.ts'
import { type Registrant, useMoveRegistrant } from './control.data.ts'

type Props = {
  registrant: Registrant | undefined
  /** The other sessions that can still be attended, next one first. */
  sessions: readonly SessionRow[]
  onClose: () => void
}

const dateOf = ({ starts_at: at }: SessionRow) => `${formatLongDate(at)}, ${formatTime(at)}`

/** Counts like the database: registrations on the waiting list use seats, too. */
const isFull = ({ capacity, figures }: SessionRow) =>
  capacity !== null && figures !== undefined && figures.registered + figures.waiting >= capacity

/** Moves a registrant to another session with one click; the registrant is mailed, and the personal link opens the new session. */
export function MoveRegistrant({ registrant, sessions, onClose }: Props) {
  const move = useMoveRegistrant()
  const choose = (to: SessionRow) =>
    move.mutate(
      { registration: registrant!.id, session: to.id },
      {
        onSuccess: () => {
          toast.success(`${registrant!.name}: המועד החדש הוא ${dateOf(to)}. הודעה נשלחת בדוא״ל`)
          onClose()
        },
        onError: failedStep,
      },
    )
  return (
    <Dialog
      open={registrant !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="העברה למועד אחר"
      text={
        sessions.length > 0
          ? 'הודעה עם המועד החדש תישלח בדוא״ל, והקישור האישי נשאר אותו קישור.'
          : 'אין עוד מועד פתוח. אפשר להוסיף מועד בעמוד ההדרכה.'
      }
    >
      {sessions.length > 0 && (
        <DialogBody>
          <ul className="control-room__dates">
            {sessions.map((session) => (
              <li key={session.id}>
                <Button
                  block
                  busy={move.isPending && move.variables.session === session.id}
                  disabled={isFull(session)}
                  onClick={() => choose(session)}
                >
                  {isFull(session) ? `${dateOf(session)} · מלא` : dateOf(session)}
                </Button>
              </li>
            ))}
          </ul>
        </DialogBody>
      )}
      <DialogActions>
        <Button look="ghost" onClick={onClose}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
