// Reads and changes a host's weekly hours, overrides, time off and policy.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { BookingHost, Schedule, ScheduleOverride, ScheduleRule, SchoolBreak, TimeOff } from './availability.ts'
import type { SlotExplanation } from './explain-slots.ts'

export const availabilityKey = (host: string) => ['availability', host] as const

export type Availability = {
  host: BookingHost
  schedule: Schedule & { rules: ScheduleRule[]; overrides: ScheduleOverride[] }
  timeOff: TimeOff[]
  schoolBreaks: SchoolBreak[]
  closedDays: { name: string; from_on: string; until_on: string }[]
}

/** Inputs of a host's availability from `today` on. An unknown schedule id selects the default schedule. */
async function readAvailability(
  backend: Backend,
  hostId: string,
  today: string,
  scheduleId: string | null,
): Promise<Availability> {
  const [host, schedules, timeOff, schoolBreaks, closedDays] = await Promise.all([
    backend.from('booking_hosts').select('*').eq('user_id', hostId).single().throwOnError(),
    backend
      .from('schedules')
      .select('*, rules:schedule_rules(*), overrides:schedule_overrides(*)')
      .eq('user_id', hostId)
      .order('created_at')
      .order('id')
      .throwOnError(),
    backend.from('time_off').select('*').eq('user_id', hostId).gte('ends_at', today).order('starts_at').throwOnError(),
    backend.from('school_breaks').select('*').gte('until_on', today).order('from_on').throwOnError(),
    backend
      .from('closed_days')
      .select('name, from_on, until_on')
      .gte('until_on', today)
      .order('from_on')
      .throwOnError(),
  ])
  return {
    host: host.data as unknown as BookingHost,
    schedule: (schedules.data.find(({ id }) => id === scheduleId) ??
      schedules.data[0]) as unknown as Availability['schedule'],
    timeOff: timeOff.data,
    schoolBreaks: schoolBreaks.data,
    closedDays: closedDays.data,
  }
}

export function useAvailability(hostId: string, today: string, scheduleId: string | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...availabilityKey(hostId), 'of', scheduleId],
    queryFn: () => readAvailability(backend, hostId, today, scheduleId),
    // While another schedule loads, the selector stays mounted and keeps its focus.
    placeholderData: (shown) => (shown?.host.user_id === hostId ? shown : undefined),
    staleTime: 0,
  })
}

/** Runs a mutation and refetches the host's availability. */
function useChange<Input>(hostId: string, change: (backend: Backend, input: Input) => Promise<unknown>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: availabilityKey(hostId) }),
  })
}

export type WeekHours = { weekday: number; start: string; end: string }[]

export const useSaveHours = (hostId: string) =>
  useChange(hostId, async (backend, { schedule, hours }: { schedule: Schedule; hours: WeekHours }) => {
    await backend
      .rpc('save_schedule_hours', { schedule: schedule.id, seen_version: schedule.version, hours })
      .throwOnError()
  })

type HostPolicy = Pick<
  BookingHost,
  'block_shabbat' | 'block_holidays' | 'block_school_breaks' | 'eve_close' | 'chol_hamoed' | 'memorial'
>
export type HostChange = Partial<HostPolicy>

/**
 * Saves changed columns if they still have the shown values (`before`). Serialized: a quick second change is based on
 * the first.
 */
export function useChangeHost(hostId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `booking_hosts ${hostId}` },
    async mutationFn({ before, change }: { before: Record<string, unknown>; change: HostChange }) {
      const { data } = await backend
        .from('booking_hosts')
        .update(change)
        .eq('user_id', hostId)
        .match(before)
        .select('user_id')
        .throwOnError()
      await requireUpdated(
        data,
        backend.from('booking_hosts').select('user_id').eq('user_id', hostId).maybeSingle().throwOnError(),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: availabilityKey(hostId) }),
  })
}

export const useSaveOverride = (hostId: string) =>
  useChange(hostId, async (backend, override: ScheduleOverride) => {
    await backend.from('schedule_overrides').upsert(override).throwOnError()
  })

export const useDeleteOverride = (hostId: string) =>
  useChange(hostId, async (backend, { schedule_id, day }: Pick<ScheduleOverride, 'schedule_id' | 'day'>) => {
    await backend.from('schedule_overrides').delete().eq('schedule_id', schedule_id).eq('day', day).throwOnError()
  })

export const useAddTimeOff = (hostId: string) =>
  useChange(hostId, async (backend, off: Pick<TimeOff, 'starts_at' | 'ends_at' | 'note' | 'is_public'>) => {
    await backend
      .from('time_off')
      .insert({ ...off, user_id: hostId })
      .throwOnError()
  })

export const useDeleteTimeOff = (hostId: string) =>
  useChange(hostId, async (backend, id: string) => {
    await backend.from('time_off').delete().eq('id', id).throwOnError()
  })

export const useAddSchoolBreak = (hostId: string) =>
  useChange(hostId, async (backend, row: Pick<SchoolBreak, 'name' | 'from_on' | 'until_on'>) => {
    await backend.from('school_breaks').insert(row).throwOnError()
  })

export const useDeleteSchoolBreak = (hostId: string) =>
  useChange(hostId, async (backend, id: string) => {
    await backend.from('school_breaks').delete().eq('id', id).throwOnError()
  })

/** When the host's calendar feed URL was created; null without one. */
export function useCalendarFeed(hostId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...availabilityKey(hostId), 'feed'],
    async queryFn() {
      const { data } = await backend
        .from('calendar_feeds')
        .select('created_at')
        .eq('user_id', hostId)
        .maybeSingle()
        .throwOnError()
      return data?.created_at ?? null
    },
    staleTime: 0,
  })
}

/** Returns the path of a new feed URL. It is shown once: only its hash is stored. */
export function useCreateCalendarFeed(hostId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      `/calendar-feed/${(await backend.rpc('create_calendar_feed').throwOnError()).data}/appointments.ics`,
    onSettled: () => queries.invalidateQueries({ queryKey: availabilityKey(hostId) }),
  })
}

export const useRemoveCalendarFeed = (hostId: string) =>
  useChange<void>(hostId, async (backend) => {
    await backend.rpc('remove_calendar_feed').throwOnError()
  })

/** The number of slots of a day that each rule excluded. */
export function useExplainSlots() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (input: { typeId: string; day: string }) => invoke<SlotExplanation>(backend, 'explain-slots', input),
  })
}
