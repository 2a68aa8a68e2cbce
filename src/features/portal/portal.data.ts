// Reads and writes of a signed-in client in the portal. Row-level security filters every row.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import type { TaxDocument } from '#features/tax-documents/tax-documents.ts'
import type { ClientPreview } from './portal.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    preview_client: ClientPreview
    'my_ledger.kind': 'charge' | 'payment' | 'refund'
    'my_ledger.document_kind': TaxDocument['kind'] | null
    'my_appointments.status': 'awaiting_payment' | 'pending' | 'confirmed' | 'cancelled' | 'completed' | 'no_show'
  }
}

async function readMyTasks(backend: Backend) {
  const { data } = await backend
    .from('tasks')
    .select('id, name, status, due_date, minutes, shared_with, stage_instance_id, completed_at, contact_id')
    .not('shared_with', 'is', null)
    .neq('status', 'Cancelled')
    .order('due_date', { nullsFirst: false })
    .order('created_at')
    .limit(300)
    .throwOnError()
  return data
}
export type MyTask = Awaited<ReturnType<typeof readMyTasks>>[number]

const tasksKey = ['portal', 'tasks'] as const

/** Tasks of the client, and their partner's shared ones, sorted by due date. */
export function useMyTasks() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: tasksKey })
  useTableChanges({ table: 'tasks', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: tasksKey, queryFn: () => readMyTasks(backend) })
}

const tickKey = ['portal', 'tick']

export function useTickTask() {
  const backend = useBackend()
  const queries = useQueryClient()
  const setStatus = (id: string, status: MyTask['status']) =>
    queries.setQueryData<MyTask[]>(tasksKey, (tasks) =>
      tasks?.map((task) => (task.id === id ? { ...task, status } : task)),
    )
  return useMutation({
    mutationKey: tickKey,
    mutationFn: async ({ id, isDone }: { id: string; isDone: boolean }) =>
      void (await backend.rpc('set_client_task_done', { task: id, is_done: isDone }).throwOnError()),
    async onMutate({ id, isDone }) {
      // A list read before this update would revert it on screen.
      await queries.cancelQueries({ queryKey: tasksKey })
      const before = queries.getQueryData<MyTask[]>(tasksKey)?.find((task) => task.id === id)?.status
      setStatus(id, isDone ? 'Done' : 'To Do')
      return before
    },
    // Rolled back explicitly: offline the refetch fails, too.
    onError: (_error, { id }, before) => before && setStatus(id, before),
    // Refetched after the last of several concurrent updates.
    onSettled: () =>
      queries.isMutating({ mutationKey: tickKey }) === 1
        ? queries.invalidateQueries({ queryKey: tasksKey })
        : undefined,
  })
}

async function readMyAppointments(backend: Backend) {
  const { data } = await backend.rpc('my_appointments').throwOnError()
  return data
}
export type MyAppointment = Awaited<ReturnType<typeof readMyAppointments>>[number]

export function useMyAppointments() {
  const backend = useBackend()
  return useQuery({ queryKey: ['portal', 'appointments'], queryFn: () => readMyAppointments(backend), staleTime: 0 })
}

/** Packages of meetings of the household, with their remaining meetings. */
export function useMyPackages() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['portal', 'packages'],
    queryFn: async () => (await backend.rpc('my_packages').throwOnError()).data,
    staleTime: 0,
  })
}

/** A random key, of which the server stores the hash. */
export const drawToken = (bytes = 16) =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** Resolves to the URL of the page for rescheduling or cancelling the appointment. */
export function useManageAppointment() {
  const backend = useBackend()
  return useMutation({
    async mutationFn(appointment: string) {
      const token = drawToken()
      await backend.rpc('open_my_appointment', { appointment, token }).throwOnError()
      return `/appointment/manage/${token}`
    },
  })
}

/** Resolves to the booking page of the package's type, with a link that books once for the client. */
export function useBookFromPackage() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async (id: string) =>
      (await backend.rpc('book_from_my_package', { package: id, token: drawToken(24) }).throwOnError()).data,
  })
}

async function readMyResources(backend: Backend) {
  const { data } = await backend.rpc('my_resources').throwOnError()
  return data
}
export type MyResource = Awaited<ReturnType<typeof readMyResources>>[number]

export function useMyResources() {
  const backend = useBackend()
  return useQuery({ queryKey: ['portal', 'resources'], queryFn: () => readMyResources(backend), staleTime: 0 })
}

/** Resolves to the URL of the recording, for the client only. */
export function useOpenRecording() {
  const backend = useBackend()
  return useMutation({
    async mutationFn({ registration, slug }: { registration: string; slug: string }) {
      const token = drawToken()
      await backend.rpc('open_my_recording', { registration, token }).throwOnError()
      return `/webinar/${encodeURIComponent(slug)}/live?r=${token}`
    },
  })
}

async function readMyLedger(backend: Backend) {
  const { data } = await backend.rpc('my_ledger').throwOnError()
  return data
}
export type LedgerEntry = Awaited<ReturnType<typeof readMyLedger>>[number]

export function useMyLedger() {
  const backend = useBackend()
  return useQuery({ queryKey: ['portal', 'ledger'], queryFn: () => readMyLedger(backend), staleTime: 0 })
}

async function readMyOpenOrders(backend: Backend) {
  const { data } = await backend.rpc('my_open_orders').throwOnError()
  return data
}
export type MyOpenOrder = Awaited<ReturnType<typeof readMyOpenOrders>>[number]

const openOrdersKey = ['portal', 'open-orders'] as const

/** Unpaid orders that staff created for the client and that can be paid online. */
export function useMyOpenOrders() {
  const backend = useBackend()
  return useQuery({
    queryKey: openOrdersKey,
    queryFn: () => readMyOpenOrders(backend),
    staleTime: 0,
  })
}

/** Resolves to the checkout of an order: the slug of its page, and the token of its link. */
export function usePayOrder() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(id: string) {
      const key = drawToken(24)
      const { data: slug } = await backend.rpc('open_my_order', { order_id: id, token: key }).throwOnError()
      return { slug, key }
    },
    onError: () => queries.invalidateQueries({ queryKey: openOrdersKey }),
  })
}

const readMyFiles = (backend: Backend) =>
  readAll((from, to) =>
    backend
      .from('files')
      .select('id, name, mime_type, size_bytes, uploaded_by, created_at, shared_with, contact_id', { count: 'exact' })
      .not('shared_with', 'is', null)
      .not('stored_at', 'is', null)
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )
export type MyFile = Awaited<ReturnType<typeof readMyFiles>>[number]

export const filesKey = ['portal', 'files'] as const

export function useMyFiles() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: filesKey })
  useTableChanges({ table: 'files', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: filesKey, queryFn: () => readMyFiles(backend) })
}

/** The client and their partner, the client first. */
export function useHousehold() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['portal', 'household-names'],
    queryFn: async () => (await backend.rpc('my_household_names').throwOnError()).data,
  })
}

/** Whether a partner in the household sees shared items. */
export function useHasPartner(): boolean {
  const { data = [] } = useHousehold()
  return data.length > 1
}

/** Resolves to the URL of the client's subscription preferences. */
export function useMailPreferences() {
  const backend = useBackend()
  return useMutation({
    async mutationFn() {
      const token = drawToken()
      await backend.rpc('open_my_mail_preferences', { token }).throwOnError()
      return `/newsletter/preferences/${token}`
    },
  })
}

export function useRequestErasure() {
  const backend = useBackend()
  return useMutation({ mutationFn: async () => void (await backend.rpc('request_my_erasure').throwOnError()) })
}

/** Ends sharing with the partner, and refetches all data. */
export function useLeaveHousehold() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => void (await backend.rpc('leave_my_household').throwOnError()),
    onSettled: () => queries.invalidateQueries(),
  })
}

/** For staff: the data that a client sees. Each read is logged. */
export function useClientPreview(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['portal', 'preview', contactId],
    queryFn: async () => (await backend.rpc('preview_client', { contact: contactId }).throwOnError()).data,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
