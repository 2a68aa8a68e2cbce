// Schedules of a host: weekly hours with date overrides, in a time zone.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { Schedule } from '../availability.ts'
import { availabilityKey } from '../availability.data.ts'
import type { ScheduleEdit } from './schedule-edit.ts'

/** Schedules of a host in order of creation: the first one is the default. */
export function useSchedules(hostId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...availabilityKey(hostId), 'schedules'],
    queryFn: async () =>
      (
        await backend
          .from('schedules')
          .select('id, name')
          .eq('user_id', hostId)
          .order('created_at')
          .order('id')
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}

/** Saves a schedule. Without `before`, creates one with the weekly hours of `hoursOf`. Returns its id. */
export function useSaveSchedule(hostId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ typed, before, hoursOf }: { typed: ScheduleEdit; before?: Schedule; hoursOf: string }) {
      if (!before) {
        const input = { host: hostId, schedule_name: typed.name, schedule_zone: typed.zone, hours_of: hoursOf }
        return (await backend.rpc('add_schedule', input).throwOnError()).data
      }
      const { data } = await backend
        .from('schedules')
        .update(typed)
        .eq('id', before.id)
        .eq('version', before.version)
        .select('id')
        .throwOnError()
      await requireUpdated(
        data,
        backend.from('schedules').select('id').eq('id', before.id).maybeSingle().throwOnError(),
      )
      return before.id
    },
    onSettled: () => queries.invalidateQueries({ queryKey: availabilityKey(hostId) }),
  })
}

export function useDeleteSchedule(hostId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => void (await backend.from('schedules').delete().eq('id', id).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: availabilityKey(hostId) }),
  })
}
