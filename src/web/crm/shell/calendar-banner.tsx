import './calendar-banner.css'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useCalendarConnection } from '#features/calendar/calendar.data.ts'
import { isBroken } from '#features/calendar/is-broken.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** A red banner while the user's own calendar connection needs action. */
export function CalendarBanner() {
  const { data: connection } = useCalendarConnection({ pollMs: 5 * 60_000 })
  if (!connection || !isBroken(connection)) return null
  return (
    <output className="calendar-banner">
      <Icon of={TriangleAlert} />
      <span>
        החיבור ל-<bdi>Google Calendar</bdi> הפסיק לעבוד: פגישות לא נכתבות ביומן ושעות תפוסות לא נבדקות.{' '}
        <Link to="/crm/settings?tab=integrations">סידור החיבור</Link>
      </span>
    </output>
  )
}
