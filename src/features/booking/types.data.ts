// Reads and changes appointment types, and the type that the site's call buttons link to.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { AppointmentType } from './booking.ts'
import { questionsOf, type TypeEdit } from './type-edit.ts'

const key = ['appointment-types'] as const

/** All types, ordered by the host. */
export function useAppointmentTypes() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'all'],
    async queryFn() {
      const { data } = await backend
        .from('appointment_types')
        .select('*')
        .order('position')
        .order('created_at')
        .throwOnError()
      return data as unknown as AppointmentType[]
    },
    staleTime: 0,
  })
}

/** Saves a type; `before` is undefined for a new one. Saving over a newer version is refused as stale. */
export function useSaveType() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ host, before, typed }: { host: string; before?: AppointmentType | undefined; typed: TypeEdit }) {
      const row = { ...typed, questions: questionsOf(typed.questions, before?.questions ?? []) }
      if (!before)
        return void (await backend
          .from('appointment_types')
          .insert({ ...row, user_id: host })
          .throwOnError())
      const { data } = await backend
        .from('appointment_types')
        .update(row)
        .eq('id', before.id)
        .eq('version', before.version)
        .select('id')
        .throwOnError()
      await requireUpdated(
        data,
        backend.from('appointment_types').select('id').eq('id', before.id).maybeSingle().throwOnError(),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Turns a member into a host with default weekly hours and types. */
export function useStartHosting() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ host, address }: { host: string; address: string }) =>
      void (await backend.rpc('start_hosting', { host, address }).throwOnError()),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['booking-hosts'] }),
      ]),
  })
}

/** Products under which a payment at booking can be recorded. */
export function usePaidProducts() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['products', 'of-meetings'],
    queryFn: async () => (await backend.from('products').select('id, name').order('name').throwOnError()).data,
  })
}

export function useCallType() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'call'],
    queryFn: async () =>
      (await backend.from('booking_settings').select('call_type_id').single().throwOnError()).data.call_type_id,
    staleTime: 0,
  })
}

export function useSetCallType() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (typeId: string | null) =>
      void (await backend.from('booking_settings').update({ call_type_id: typeId }).eq('id', true).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'call'] }),
  })
}
