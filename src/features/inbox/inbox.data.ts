// Reads and writes of threads, for clients and staff alike, filtered by row-level security.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ThreadMessage } from './inbox.ts'
import { maxMessageFiles } from './message-rules.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'inbox_threads.last_author': ThreadMessage['author_kind']
  }
}

/** Opens a thread by its id, or the private or shared thread of a contact. The latter is created on first use. */
export type ThreadOf = { contactId: string } & ({ isShared: boolean } | { threadId: string })

async function openThread(backend: Backend, of: ThreadOf): Promise<string> {
  if ('threadId' in of) return of.threadId
  const { data } = await backend.rpc('open_thread', { contact: of.contactId, is_shared: of.isShared }).throwOnError()
  return data
}

async function readThread(backend: Backend, of: ThreadOf) {
  const id = await openThread(backend, of)
  const [{ data: messages }, { data: authors }, { data: files }] = await Promise.all([
    backend
      .from('thread_messages')
      .select('id, author_id, author_kind, body, created_at')
      .eq('thread_id', id)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(200)
      .throwOnError(),
    backend.rpc('thread_authors', { thread: id }).throwOnError(),
    backend
      .from('files')
      .select('id, name, mime_type, size_bytes, thread_message_id')
      .eq('thread_id', id)
      .not('thread_message_id', 'is', null)
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(200 * maxMessageFiles)
      .throwOnError(),
  ])
  const filesOf = Map.groupBy(files.toReversed(), (file) => file.thread_message_id)
  const names = new Map(authors.map(({ user_id, name }) => [user_id, name]))
  return {
    id,
    messages: messages
      .map((message) => ({
        ...message,
        author: names.get(message.author_id ?? '') ?? 'הצוות',
        files: filesOf.get(message.id) ?? [],
      }))
      .toReversed(),
  }
}
export type ShownThread = Awaited<ReturnType<typeof readThread>>
export type MessageFile = ShownThread['messages'][number]['files'][number]

const keyOf = (of: ThreadOf) =>
  'threadId' in of ? (['threads', of.threadId] as const) : (['threads', of.contactId, of.isShared] as const)

/** A thread with its latest messages, updated in realtime. */
export function useThread(of: ThreadOf) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(of) })
  useTableChanges({ table: 'thread_messages', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: keyOf(of), queryFn: () => readThread(backend, of), staleTime: 0 })
}

/** `files` must be uploaded to the thread, and must not belong to another message. */
export type NewMessage = { id: string; threadId: string; body: string; files?: readonly string[] }

/** The id is the idempotency key: a stored message whose response was lost is not inserted again. */
export async function sendMessage(backend: Backend, { id, threadId, body, files = [] }: NewMessage): Promise<void> {
  if (files.length > 0) {
    const message = { message: id, thread: threadId, body, files: [...files] }
    await backend.rpc('send_message_with_files', message).throwOnError()
    return
  }
  await backend
    .from('thread_messages')
    .upsert({ id, thread_id: threadId, body }, { onConflict: 'id', ignoreDuplicates: true })
    .throwOnError()
}

export function useWriteMessage(of: ThreadOf) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: NewMessage) => sendMessage(backend, message),
    onSettled: () => Promise.all([keyOf(of), ['inbox']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

export const markRead = async (backend: Backend, threadId: string) =>
  void (await backend.rpc('mark_thread_read', { thread: threadId }).throwOnError())

/** Marks the thread as settled up to the last seen message; null reverts that. */
export type SettleInput = { threadId: string; until: string | null }

export const settleThread = async (backend: Backend, { threadId, until }: SettleInput) =>
  void (await backend.rpc('settle_thread', { thread: threadId, until }).throwOnError())

export function useSettleThread() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settling: SettleInput) => settleThread(backend, settling),
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  })
}

async function readInbox(backend: Backend) {
  const { data } = await backend.rpc('inbox_threads').throwOnError()
  return data
}
export type InboxThread = Awaited<ReturnType<typeof readInbox>>[number]

/** Threads with messages, latest first. A client gets only their own. */
export function useInbox() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['inbox'] })
  useTableChanges({ table: 'threads', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: ['inbox'], queryFn: () => readInbox(backend), staleTime: 0 })
}

/** Whether a thread is private to its contact; false until it is read. Clients cannot read the name of a household. */
export function useIsPrivateThread(id: string | undefined): boolean {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: ['threads', 'household', id],
    queryFn: async () =>
      (await backend.from('threads').select('household_id').eq('id', id!).single().throwOnError()).data,
    enabled: id !== undefined,
  })
  return data?.household_id === null
}
