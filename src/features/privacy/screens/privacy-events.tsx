import { useStaffName } from '#platform/accounts/staff.data.ts'
import { usePrivacyEvents } from '#features/privacy/privacy.data.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'

const labels = { exported: 'המידע נמסר', anonymised: 'הפרטים נמחקו' } as const

/** Log of data subject requests, as evidence. */
export function PrivacyEvents() {
  const { data: events } = usePrivacyEvents()
  const nameOf = useStaffName()
  if (!events || events.length === 0) return null
  return (
    <SettingsCard title="מה נעשה עד עכשיו">
      <ul className="privacy-events">
        {events.map(({ id, kind, by, at, person_id: person }) => (
          <li key={id}>
            <span>
              {labels[kind]}
              <small>
                {by ? (nameOf(by) ?? 'מי שכבר לא בצוות') : 'מעצמו, 30 יום אחרי המחיקה'}, מספר {person.slice(-8)}
              </small>
            </span>
            <time dateTime={at}>
              {formatDate(at)}, {formatTime(at)}
            </time>
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}
