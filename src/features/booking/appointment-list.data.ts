// Loads one page of the appointment list, and exports the whole list.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import { type AppointmentFilter, type ExportAppointments, isAscending } from './appointment-list.ts'
import { columns, type ShownAppointment } from './appointments.data.ts'

export const pageSize = 50

/** `page` is zero-based. */
async function readAppointmentList(backend: Backend, filter: AppointmentFilter, page: number) {
  const { rows, ...place } = await readPage(page, pageSize, (from, to) =>
    backend
      .rpc('filtered_appointments', { filter }, { count: 'exact' })
      .select(columns)
      .order('starts_at', { ascending: isAscending(filter) })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )
  return { appointments: rows as unknown as ShownAppointment[], ...place }
}

export function useAppointmentList(filter: AppointmentFilter, page: number) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['appointments'] })
  useTableChanges({ table: 'appointments', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: ['appointments', 'list', filter, page],
    queryFn: () => readAppointmentList(backend, filter, page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Resolves to the exported file. */
export const fetchAppointments = (backend: Backend, query: ExportAppointments): Promise<Blob> =>
  invoke<Blob>(backend, 'export-appointments', query)
