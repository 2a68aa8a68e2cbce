// Calendars of a connected account, and validation of the selected ones.
import type { CalendarApi } from '#integrations/google/calendar-api.ts'
import { GoogleRefused } from '#integrations/google/request.ts'
import type { Access } from './access.server.ts'
import type { AccountCalendar, CalendarChoice } from './calendar.ts'

/** The primary calendar is first. */
export async function readCalendars(api: CalendarApi, token: string): Promise<AccountCalendar[]> {
  const entries = await api.listCalendars(token)
  return entries
    .map(({ id, summary, summaryOverride, accessRole, primary }) => ({
      id: primary ? 'primary' : id,
      name: summaryOverride ?? summary,
      mayWrite: accessRole === 'owner' || accessRole === 'writer',
    }))
    .sort((a, b) => Number(b.id === 'primary') - Number(a.id === 'primary'))
}

export const missingCalendars = (
  calendars: readonly AccountCalendar[],
  { busy_calendar_ids: busy, write_calendar_id: written }: Omit<CalendarChoice, 'on_broken'>,
) => [...busy, written].filter((selected) => !calendars.some(({ id }) => id === selected))

/** Throws the same error as Google does for a missing calendar, so that both map to the same error code. */
export const checkChoice =
  (api: CalendarApi) =>
  async ({ token, ...choice }: Access): Promise<void> => {
    if (missingCalendars(await readCalendars(api, token), choice).length > 0) throw new GoogleRefused('notFound', 404)
  }
