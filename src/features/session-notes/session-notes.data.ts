// Queries and mutations of session notes for staff, and of shared summaries for clients.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { AgendaEdit, NoteStep, SessionNote, SessionSummary } from './session-notes.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'session_notes.steps': NoteStep[]
    'session_summaries.steps': SessionSummary['steps']
  }
}

const key = ['session-notes'] as const

/** Staff: the notes of a contact, newest first, and whether they were shared. */
export function useNotesOf(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'of', contactId],
    queryFn: async () =>
      (
        await backend
          .from('session_notes')
          .select('id, appointment_id, held_on, title, summary:session_summaries(updated_at)')
          .eq('contact_id', contactId)
          .order('held_on', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(100)
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}

const noteColumns = 'id, contact_id, held_on, title, private_md, shared_md, steps, shared_with, version'

async function readNote(backend: Backend, id: string) {
  const [{ data: note }, { data: hasPartner }] = await Promise.all([
    backend
      .from('session_notes')
      .select(
        'id, contact_id, held_on, title, private_md, shared_md, steps, shared_with, version, contact:contacts(full_name), summary:session_summaries(body, steps, updated_at)',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError(),
    backend.rpc('note_has_partner', { note: id }).throwOnError(),
  ])
  return note && { ...note, hasPartner }
}
export type OpenedNote = NonNullable<Awaited<ReturnType<typeof readNote>>>

export function useNote(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'one', id],
    queryFn: () => readNote(backend, id),
    staleTime: 0,
    // The editor holds unsaved text, so a change on the server is handled as a conflict on save.
    refetchOnWindowFocus: false,
  })
}

export type NoteDraft = Pick<SessionNote, 'title' | 'held_on' | 'private_md' | 'shared_md' | 'steps' | 'shared_with'>
export type NoteVersion = Pick<SessionNote, 'id' | 'version'>

/** Saves a note if its version is unchanged; otherwise throws an EditConflict with the current one. */
export async function saveNote(
  backend: Backend,
  seen: NoteVersion,
  draft: NoteDraft,
): Promise<NoteVersion & NoteDraft> {
  const { data } = await backend
    .from('session_notes')
    .update(draft)
    .eq('id', seen.id)
    .eq('version', seen.version)
    .select(noteColumns)
    .throwOnError()
  if (data[0]) return data[0]
  throw new EditConflict(await readSavedNote(backend, seen.id))
}

/** Null if the note was deleted or is no longer visible. */
export const readSavedNote = async (backend: Backend, id: string) =>
  (await backend.from('session_notes').select(noteColumns).eq('id', id).maybeSingle().throwOnError()).data

const useNoteAction = <Input, Answer>(act: (backend: Backend, input: Input) => Promise<Answer>) => {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => act(backend, input),
    onSettled: () => Promise.all([key, ['tasks']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Returns the id of the meeting's note, or of a new note for today. */
export const useOpenNote = () =>
  useNoteAction(
    async (backend, { contact, appointment }: { contact: string; appointment: string | null }) =>
      (await backend.rpc('open_session_note', { contact, ...(appointment && { appointment }) }).throwOnError()).data,
  )

/** Creates a task for each decision without one. Returns their number. */
export const useAddTasksOfNote = () =>
  useNoteAction(
    async (backend, { id, version }: NoteVersion) =>
      (await backend.rpc('add_tasks_of_note', { note: id, seen: version }).throwOnError()).data,
  )

export const useShareNote = () =>
  useNoteAction(async (backend, { id, version }: NoteVersion) => {
    await backend.rpc('share_session_note', { note: id, seen: version }).throwOnError()
  })

export const useUnshareNote = () =>
  useNoteAction(async (backend, note: string) => {
    await backend.rpc('unshare_session_note', { note }).throwOnError()
  })

export const useDeleteNote = () =>
  useNoteAction(async (backend, id: string) => {
    await backend.from('session_notes').delete().eq('id', id).select('id').single().throwOnError()
  })

const agendaKey = [...key, 'agenda'] as const

export function useAgenda(isOpen: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: agendaKey,
    queryFn: async () =>
      (await backend.from('session_agenda').select('private_md, shared_md, version').single().throwOnError()).data,
    enabled: isOpen,
    staleTime: 0,
  })
}

/** Saving over a newer version throws an EditConflict. */
export function useSaveAgenda() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ version, edit }: { version: number; edit: AgendaEdit }) {
      const { data } = await backend
        .from('session_agenda')
        .update(edit)
        .eq('version', version)
        .select('version')
        .throwOnError()
      if (data.length === 0) throw new EditConflict({})
    },
    onSettled: () => queries.invalidateQueries({ queryKey: agendaKey }),
  })
}

const mineKey = ['portal', 'summaries'] as const

/** Client: the summaries of their meetings, and those shared with both partners. */
export function useMySummaries() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: mineKey })
  useTableChanges({ table: 'session_summaries', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: mineKey,
    queryFn: async () =>
      (
        await backend
          .from('session_summaries')
          .select('note_id, held_on, title, body, steps, shared_with')
          .order('held_on', { ascending: false })
          .order('shared_at', { ascending: false })
          .limit(100)
          .throwOnError()
      ).data,
  })
}
