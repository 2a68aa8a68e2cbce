// Calendar integration: its functions and jobs, with a separate connection pool.
import type { CalendarParts } from '#features/calendar/calendar.server.ts'
import type { HostCalendars, OnAppointmentChanges } from '#features/calendar/calendar.ts'
import { checkCalendars, checkCalendarsTask } from '#features/calendar/calendar-health.server.ts'
import { readCalendarChangesTask, readDueChanges } from '#features/calendar/calendar-sync.server.ts'
import { sealedTokens } from '#features/calendar/connections.server.ts'
import { createHostCalendars } from '#features/calendar/host-calendars.server.ts'
import type { BookingDependencies } from '#features/booking/booking.server.ts'
import { busyTimesOf, syncAppointment, syncAppointmentTask } from '#features/booking/sync-appointment.server.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import type { Config } from './config.ts'

type Options = {
  config: Pick<Config, 'googleCalendar' | 'siteUrl' | 'apiUrl' | 'isLocal'>
  connect: Connect
  sealFor: SealFor
  log: { error(about: object, message: string): void }
  /** Applies changes to appointments made in Google Calendar. */
  onChanges: OnAppointmentChanges<Db>
}

export type CalendarTasks = Record<
  typeof checkCalendarsTask | typeof readCalendarChangesTask | typeof syncAppointmentTask,
  Task
>

export type Calendars = {
  parts: CalendarParts
  hosts: HostCalendars
  readBusyTimes: BookingDependencies['readBusyTimes']
  /** Fails closed: a host counts as busy while the calendar cannot be read, whatever the settings. */
  readSureBusyTimes: BookingDependencies['readBusyTimes']
  /** Undefined without Google credentials. */
  tasks: CalendarTasks | undefined
  stop(): Promise<void>
}

export function openCalendars({ config, connect, sealFor, log, onChanges }: Options): Calendars {
  const { googleCalendar, siteUrl, apiUrl } = config
  const pool = openPool(connect('authenticator'), 3)
  const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const google =
    googleCalendar && openGoogleCalendar({ ...googleCalendar, redirectUri: `${siteUrl}/auth/google/callback` })
  const seal = sealFor(sealedTokens.purpose)
  const hosts = createHostCalendars({ google, seal, transaction })
  // Google sends webhooks only to public https URLs.
  const watchAddress =
    apiUrl.startsWith('https:') && !config.isLocal ? `${apiUrl}/functions/v1/google-calendar-changes` : undefined
  return {
    parts: { google, seal },
    hosts,
    readBusyTimes: busyTimesOf(hosts),
    readSureBusyTimes: busyTimesOf(hosts, { isSure: true }),
    tasks: google && {
      [syncAppointmentTask]: syncAppointment({ calendars: hosts, transaction }),
      [checkCalendarsTask]: () => checkCalendars({ google, seal, transaction, log }),
      [readCalendarChangesTask]: () =>
        readDueChanges({ google, seal, transaction, onChanges, log, ...(watchAddress && { watchAddress }) }),
    },
    stop: () => pool.end(),
  }
}
