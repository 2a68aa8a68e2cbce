// Checklist items that the attendees of an appointment have ticked.
import { Circle, CircleCheck } from 'lucide-react'
import { formatDate } from '#lib/time/dates.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { ShownAppointment } from '../../appointments.data.ts'
import { byRole } from '../../booking-labels.ts'
import { progressText } from '../../preparation/preparation-lists.ts'
import { usePreparationItems, useTicks } from '../../preparation/preparation.data.ts'

type Props = { appointment: ShownAppointment; isExpected: boolean }

/** Both partners have their own checklist. When no preparation is expected, as after the meeting, only used checklists are shown. */
export function PreparationTicks({ appointment, isExpected }: Props) {
  const { data: ticks } = useTicks(appointment.root_id)
  const items = usePreparationItems()
  if (!ticks || !items?.length) return null
  const lists = appointment.attendees
    .toSorted(byRole)
    .map(({ role, name }) => ({ role, name, saved: ticks.find((one) => one.role === role) }))
    .filter(({ saved }) => isExpected || saved)
  if (lists.length === 0) return null
  return (
    <section className="appointment__preparation" aria-labelledby="appointment-preparation">
      <h3 id="appointment-preparation">הכנה לפגישה</h3>
      {lists.map(({ role, name, saved }) => (
        <AttendeeTicks key={role} name={name} items={items} done={saved?.done ?? []} savedAt={saved?.saved_at} />
      ))}
    </section>
  )
}

type AttendeeProps = { name: string; items: readonly string[]; done: readonly string[]; savedAt: string | undefined }

/** A renamed item is not ticked. */
function AttendeeTicks({ name, items, done, savedAt }: AttendeeProps) {
  const ticked = items.filter((item) => done.includes(item))
  return (
    <div>
      <p>
        <bdi>{name}</bdi>: {progressText(ticked.length, items.length)}
        {savedAt && ticked.length > 0 && <small>, {formatDate(savedAt)}</small>}
      </p>
      {ticked.length > 0 && (
        <ul>
          {items.map((item) => {
            const isDone = ticked.includes(item)
            return (
              <li key={item} className={isDone ? 'appointment__item appointment__item--done' : 'appointment__item'}>
                <Icon of={isDone ? CircleCheck : Circle} />
                <span className="vh">{isDone ? 'סומן: ' : 'לא סומן: '}</span>
                <span dir="auto">{item}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
