// Reads and changes of appointments by the staff.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Appointment, AppointmentAttendee, AppointmentType } from './booking.ts'
import { type AttendeeRole, openStatuses } from './booking-labels.ts'

export const columns = `id, title, user_id, contact_id, starts_at, ends_at, status, location_kind, location_value, join_url, answers, decide_by,
  cancelled_by, cancel_reason, no_show, version, type_id, series_id, slot_group_id, root_id, order_id, contact:contacts(full_name), type:appointment_types(color, questions, uses_preparation),
  attendees:appointment_attendees(id, role, name, email, phone, response)`

/** An appointment with its attendees; `contact` is null when the caller does not see it. */
export type ShownAppointment = Pick<
  Appointment,
  | 'id'
  | 'title'
  | 'user_id'
  | 'contact_id'
  | 'starts_at'
  | 'ends_at'
  | 'status'
  | 'location_kind'
  | 'location_value'
  | 'join_url'
  | 'decide_by'
  | 'cancelled_by'
  | 'cancel_reason'
  | 'no_show'
  | 'version'
  | 'type_id'
  | 'series_id'
  | 'slot_group_id'
  | 'root_id'
  | 'order_id'
> & {
  answers: Record<string, unknown>
  contact: { full_name: string } | null
  type: Pick<AppointmentType, 'color' | 'questions' | 'uses_preparation'> | null
  attendees: Pick<AppointmentAttendee, 'id' | 'role' | 'name' | 'email' | 'phone' | 'response'>[]
}

/** Statuses shown in the calendar. */
const inCalendar = ['awaiting_payment', 'pending', 'confirmed', 'completed', 'no_show'] as const

/** ISO instants; `to` is exclusive. */
export type TimeRange = { from: string; to: string }

export async function readAppointments(backend: Backend, { from, to }: TimeRange): Promise<ShownAppointment[]> {
  const { data } = await backend
    .from('appointments')
    .select(columns)
    .in('status', inCalendar)
    .lt('starts_at', to)
    .gt('ends_at', from)
    .order('starts_at')
    .throwOnError()
  return data as unknown as ShownAppointment[]
}

/** Appointments of a range, with live updates. The previous range stays visible while another one loads. */
export function useAppointments(range: TimeRange) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['appointments'] })
  useTableChanges({ table: 'appointments', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: ['appointments', 'range', range],
    queryFn: () => readAppointments(backend, range),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** All appointments of the given contacts, newest first. */
export function useAppointmentsOf(contactIds: readonly string[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['appointments'] })
  useTableChanges({ table: 'appointments', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: ['appointments', 'contacts', contactIds],
    async queryFn() {
      const { data } = await backend
        .from('appointments')
        .select(columns)
        .in('contact_id', contactIds)
        .neq('status', 'rescheduled')
        .order('starts_at', { ascending: false })
        .limit(50)
        .throwOnError()
      return data as unknown as ShownAppointment[]
    },
    staleTime: 0,
  })
}

/** The start of each contact's next appointment, if any. */
export function useNextAppointments(contactIds: readonly string[]): ReadonlyMap<string, string> {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['appointments'] })
  useTableChanges({ table: 'appointments', onChanges: readAgain, onReconnect: readAgain })
  const contacts = [...new Set(contactIds)].toSorted()
  const { data } = useQuery({
    queryKey: ['appointments', 'next', contacts],
    queryFn: async () => (await backend.rpc('next_appointments', { contacts }).throwOnError()).data,
    enabled: contacts.length > 0,
    placeholderData: keepPreviousData,
    select: byContact,
  })
  return data ?? noAppointments
}
const noAppointments: ReadonlyMap<string, string> = new Map()
const byContact = (rows: { contact_id: string; starts_at: string }[]) =>
  new Map(rows.map(({ contact_id, starts_at }) => [contact_id, starts_at]))

/** Starts of the later open appointments of the same series. */
export function useLaterInSeries({ id, series_id, starts_at, version }: ShownAppointment): readonly string[] {
  const backend = useBackend()
  const { data = [] } = useQuery({
    queryKey: ['appointments', 'following', id, version],
    async queryFn() {
      const { data: rows } = await backend
        .from('appointments')
        .select('starts_at')
        .eq('series_id', series_id!)
        .in('status', openStatuses)
        .gt('starts_at', starts_at)
        .order('starts_at')
        .throwOnError()
      return rows.map((row) => row.starts_at)
    },
    enabled: series_id !== null,
  })
  return data
}

/** The main attendees of the other open appointments of the same group. */
export function useOthersInGroup({ id, slot_group_id, version }: ShownAppointment): readonly string[] {
  const backend = useBackend()
  const { data = [] } = useQuery({
    queryKey: ['appointments', 'group', id, version],
    async queryFn() {
      const { data: rows } = await backend
        .from('appointments')
        .select('title, attendees:appointment_attendees(name, role)')
        .eq('slot_group_id', slot_group_id!)
        .neq('id', id)
        .in('status', openStatuses)
        .order('created_at')
        .throwOnError()
      return rows.map(({ title, attendees }) => attendees.find(({ role }) => role === 'main')?.name ?? title)
    },
    enabled: slot_group_id !== null,
  })
  return data
}

/** The waiting list of the appointment's group, longest waiting first. */
export function useGroupWaitingList({ id, slot_group_id, version }: ShownAppointment) {
  const backend = useBackend()
  const { data = [] } = useQuery({
    queryKey: ['appointments', 'waiting', id, version],
    queryFn: async () => (await backend.rpc('waiting_of_appointment', { appointment: id }).throwOnError()).data,
    enabled: slot_group_id !== null,
  })
  return data
}

type AppointmentVersion = Pick<ShownAppointment, 'id' | 'version'>

const changes = {
  cancel: (backend: Backend, { id, version }: AppointmentVersion, { reason }: { reason: string }) =>
    backend.rpc('cancel_appointment', { appointment: id, seen_version: version, why: reason }),
  cancelSeries: (backend: Backend, { id, version }: AppointmentVersion, { reason }: { reason: string }) =>
    backend.rpc('cancel_series', { appointment: id, seen_version: version, why: reason }),
  cancelGroup: (backend: Backend, { id, version }: AppointmentVersion, { reason }: { reason: string }) =>
    backend.rpc('cancel_group_appointments', { appointment: id, seen_version: version, why: reason }),
  decide: (
    backend: Backend,
    { id, version }: AppointmentVersion,
    { isAccepted, reason = '' }: { isAccepted: boolean; reason?: string },
  ) =>
    backend.rpc('decide_appointment', { appointment: id, seen_version: version, is_accepted: isAccepted, why: reason }),
  removeAttendee: (backend: Backend, { id, version }: AppointmentVersion, { role }: { role: AttendeeRole }) =>
    backend.rpc('remove_attendee', { appointment: id, seen_version: version, place: role }),
  noShow: (backend: Backend, { id, version }: AppointmentVersion, { side }: { side: 'client' | 'host' | null }) =>
    backend.rpc('set_no_show', { appointment: id, seen_version: version, side: side as string }),
  move: (
    backend: Backend,
    { id, version }: AppointmentVersion,
    {
      startsAt,
      endsAt,
      isSilent,
      isGroup = false,
    }: { startsAt: string; endsAt: string; isSilent: boolean; isGroup?: boolean },
  ) =>
    backend.rpc(isGroup ? 'move_group_appointments' : 'move_appointment', {
      appointment: id,
      seen_version: version,
      starts: startsAt,
      ends: endsAt,
      is_silent: isSilent,
    }),
  reassign: (backend: Backend, { id, version }: AppointmentVersion, { host }: { host: string }) =>
    backend.rpc('reassign_appointment', { appointment: id, seen_version: version, host }),
}
type Changes = typeof changes

/** A single mutation of an appointment. Refusals are thrown with their code. */
export function useChangeAppointment<Change extends keyof Changes>(change: Change) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, ...input }: { seen: AppointmentVersion } & Parameters<Changes[Change]>[2]) {
      const call = changes[change] as (
        backend: Backend,
        seen: AppointmentVersion,
        input: object,
      ) => ReturnType<Changes['cancel']>
      await call(backend, seen, input).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['appointments'] }),
  })
}

export type NewBooking = {
  typeId: string
  contactId: string
  /** ISO instants; more than one books a series. */
  starts: readonly string[]
  /** Minutes. */
  duration: number
  isSilent: boolean
  opportunityId?: string | undefined
}

/** Books an appointment or series for a contact. */
export function useBookForContact() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ typeId, contactId, starts, duration, isSilent, opportunityId }: NewBooking) {
      const input = { type: typeId, contact: contactId, starts, minutes: duration, is_silent: isSilent }
      await backend
        .rpc('book_for_contact', opportunityId ? { ...input, opportunity: opportunityId } : input)
        .throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['appointments'] }),
  })
}

/** Hosts with the slug of their booking page. */
export function useHosts() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['booking-hosts'],
    queryFn: async () =>
      (await backend.from('booking_hosts').select('user_id, slug').order('created_at').throwOnError()).data,
  })
}

/** Active types of all hosts, in display order. */
export function useBookableTypes() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['appointment-types', 'bookable'],
    queryFn: async () =>
      (
        await backend
          .from('appointment_types')
          .select('id, user_id, title, color, durations, default_duration')
          .eq('is_active', true)
          .order('position')
          .order('created_at')
          .order('id')
          .throwOnError()
      ).data,
  })
}
