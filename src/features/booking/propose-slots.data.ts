// Data of the slot proposal dialog: types with their URLs, free slots, and the activity that is logged.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { israelZone } from '#lib/time/visitor-zones.ts'
import { freeSlotsOf, type SlotAnswer, slotsPath } from './public/slot-search.ts'

const dayMs = 86_400_000
/** How far ahead slots are proposed. */
const daysAhead = 21

/** Active types of hosts that accept bookings. */
export function useProposableTypes() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['appointment-types', 'proposable'],
    queryFn: async () =>
      (
        await backend
          .from('appointment_types')
          .select('id, user_id, title, slug, default_duration, locked_zone, booking_hosts!inner (slug, is_open)')
          .eq('is_active', true)
          .eq('requires_link', false)
          .eq('booking_hosts.is_open', true)
          .order('position')
          .throwOnError()
      ).data,
  })
}

/** Starts of the slots offered to visitors, in epoch milliseconds. */
export function useFreeStarts(typeId: string | undefined, minutes: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['free-starts', typeId, minutes],
    enabled: typeId !== undefined,
    queryFn: async () => {
      const from = Date.now()
      const search = { typeId: typeId!, minutes, zone: israelZone, from, until: from + daysAhead * dayMs }
      const { data, error } = await backend.functions.invoke<SlotAnswer>(slotsPath(search), { method: 'GET' })
      if (error) throw error
      return freeSlotsOf(data!, search).starts
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** Logs an activity on the contact's timeline with the proposed slots. */
export function useLogProposal(contactId: string, typeId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(starts: readonly number[]) {
      const input = {
        contact: contactId,
        appointment_type: typeId,
        starts: starts.map((start) => new Date(start).toISOString()),
      }
      await backend.rpc('log_proposed_slots', input).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['activities'] }),
  })
}
