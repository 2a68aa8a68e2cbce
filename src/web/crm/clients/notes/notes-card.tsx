// Notes of a client's meetings, one per meeting, with their sharing state.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useAppointmentsOf } from '#features/booking/appointments.data.ts'
import { useNotesOf, useOpenNote } from '#features/session-notes/session-notes.data.ts'
import { refusals } from '#features/session-notes/session-notes.ts'
import { dayOf, formatDayAndYear } from '#lib/time/dates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AgendaDialog } from './agenda-dialog.tsx'

const unheld = ['cancelled', 'rejected', 'expired', 'rescheduled', 'no_show']
const dayMs = 86_400_000

export function NotesCard({ contactId }: { contactId: string }) {
  const notes = useNotesOf(contactId)
  const maySetAgenda = isAdmin(useOwnRoles())
  const [isAgendaOpen, setAgendaOpen] = useState(false)
  return (
    <div className="client__card">
      <Block
        title="סיכומי פגישות"
        action={
          maySetAgenda && (
            <Button look="ghost" size="sm" onClick={() => setAgendaOpen(true)}>
              תבנית הסיכום
            </Button>
          )
        }
      >
        {!notes.data && notes.error && (
          <FailedToLoad insteadOf={notes.data} error={notes.error} onRetry={() => void notes.refetch()} />
        )}
        {notes.data?.length === 0 && <BlockText>עוד לא נכתב סיכום.</BlockText>}
        {notes.data && notes.data.length > 0 && (
          <ul className="client__stages">
            {notes.data.map(({ id, held_on, title, summary }) => (
              <li key={id}>
                <Link to={`/crm/clients/${contactId}/notes/${id}`}>
                  <bdi>{title}</bdi>, {formatDayAndYear(held_on)}
                </Link>
                {summary ? <Badge kind="success">שותף</Badge> : <Badge>לצוות בלבד</Badge>}
              </li>
            ))}
          </ul>
        )}
        {notes.data && (
          <NewNote
            contactId={contactId}
            taken={notes.data.flatMap(({ appointment_id }) => (appointment_id ? [appointment_id] : []))}
          />
        )}
      </Block>
      {isAgendaOpen && <AgendaDialog onClose={() => setAgendaOpen(false)} />}
    </div>
  )
}

function NewNote({ contactId, taken }: { contactId: string; taken: readonly string[] }) {
  const navigate = useNavigate()
  const now = useNow()
  const { data: appointments = [] } = useAppointmentsOf([contactId])
  const opening = useOpenNote()
  const [chosen, setChosen] = useState('')
  // Past meetings, and upcoming ones within a week, so that they can be prepared.
  const meetings = appointments
    .filter(
      ({ id, status, starts_at }) =>
        !taken.includes(id) && !unheld.includes(status) && Date.parse(starts_at) < now.getTime() + 7 * dayMs,
    )
    .toSorted((a, b) => b.starts_at.localeCompare(a.starts_at))
    .slice(0, 20)
  async function open() {
    try {
      const note = await opening.mutateAsync({ contact: contactId, appointment: chosen || null })
      await navigate(`/crm/clients/${contactId}/notes/${note}`)
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <>
      {meetings.length > 0 && (
        <SelectField
          name="meeting"
          label="של איזו פגישה"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">היום, בלי פגישה ביומן</option>
          {meetings.map(({ id, title, starts_at }) => (
            <option key={id} value={id}>
              {title}, {formatDayAndYear(dayOf(starts_at))}
            </option>
          ))}
        </SelectField>
      )}
      <div className="block__actions">
        <Button icon={<Icon of={Plus} />} busy={opening.isPending} onClick={() => void open()}>
          סיכום חדש
        </Button>
      </div>
    </>
  )
}
