// Reads and writes of files. The row is inserted, the bytes are uploaded under its id, then the upload is confirmed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { bucket, type FileRow, safeFileName, typeOf, fileRefusal } from './files.ts'
import { createUploads } from './uploads.ts'

export type ShownFile = Pick<
  FileRow,
  'id' | 'contact_id' | 'opportunity_id' | 'name' | 'mime_type' | 'size_bytes' | 'uploaded_by' | 'created_at'
>
const shownColumns = 'id, contact_id, opportunity_id, name, mime_type, size_bytes, uploaded_by, created_at'

/** Files of a contact, or of one opportunity. */
export type FilesOf = { contactId: string; opportunityId?: string }

/**
 * The contact, opportunity and household visibility of a new file. A file of a message is visible to the members of its
 * thread.
 */
export type NewFileOf = FilesOf & { sharedWith?: 'client' | 'household'; threadId?: string }

const linkSeconds = 60

export async function readFiles(backend: Backend, { contactId, opportunityId }: FilesOf): Promise<ShownFile[]> {
  const all = backend
    .from('files')
    .select(shownColumns)
    .eq('contact_id', contactId)
    .is('deleted_at', null)
    .not('stored_at', 'is', null)
    .or('thread_id.is.null,thread_message_id.not.is.null')
  const { data } = await (opportunityId ? all.eq('opportunity_id', opportunityId) : all)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(500)
    .throwOnError()
  return data
}

const filesKey = ({ contactId, opportunityId }: FilesOf) => ['files', contactId, opportunityId ?? 'all'] as const

export function useFiles(of: FilesOf) {
  const backend = useBackend()
  return useQuery({ queryKey: filesKey(of), queryFn: () => readFiles(backend, of), staleTime: 0 })
}

export function useLiveFiles({ contactId }: FilesOf) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['files', contactId] })
  useTableChanges({
    table: 'files',
    filter: `contact_id=eq.${contactId}`,
    onChanges: readAgain,
    onReconnect: readAgain,
  })
}

/**
 * Uploads one file and resolves to its id. `bind` links the row to its message before the bytes are uploaded. Throws a code of the
 * contract's `refusals`, or the server's; a failed upload is not listed.
 */
export async function addFile(
  backend: Backend,
  { contactId, opportunityId, sharedWith, threadId }: NewFileOf,
  file: File,
  bind?: (id: string) => Promise<void>,
): Promise<string> {
  const wrong = fileRefusal(file)
  if (wrong) throw Object.assign(new Error(wrong), { code: 'PT422' })
  const id = crypto.randomUUID()
  await backend
    .from('files')
    .insert({
      id,
      contact_id: contactId,
      opportunity_id: opportunityId ?? null,
      name: safeFileName(file.name),
      ...(sharedWith && { shared_with: sharedWith }),
      ...(threadId && { thread_id: threadId }),
    })
    .throwOnError()
  await bind?.(id)
  const contentType = typeOf(file.name)!
  const { error } = await backend.storage.from(bucket).upload(id, new Blob([file], { type: contentType }), {
    contentType,
    cacheControl: '0',
  })
  if (error) {
    await backend.from('files').update({ deleted_at: new Date().toISOString() }).eq('id', id)
    // The original error is rethrown, because its message is specific.
    throw 'originalError' in error ? error.originalError : error
  }
  await backend.rpc('note_file_stored', { file: id }).throwOnError()
  return id
}

/** Upload queue: files can be added at any time. */
export function useAddFiles(of: FilesOf) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [uploads] = useState(createUploads)
  return {
    ...useSyncExternalStore(uploads.subscribe, uploads.read),
    async add(files: readonly File[]) {
      await uploads.add(files, async (file) => void (await addFile(backend, of, file)))
      await queries.invalidateQueries({ queryKey: ['files', of.contactId] })
    },
  }
}

/** Soft-deletes or restores a file. */
export function useDeleteFile() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, isAway }: { file: ShownFile; isAway: boolean }) =>
      void (await backend
        .from('files')
        .update({ deleted_at: isAway ? new Date().toISOString() : null })
        .eq('id', file.id)
        .select('id')
        .single()
        .throwOnError()),
    onSettled: (_done, _error, { file }) => queries.invalidateQueries({ queryKey: ['files', file.contact_id] }),
  })
}

/** Signed download URL, valid for a minute, with the original name. */
export async function linkToFile(backend: Backend, file: Pick<ShownFile, 'id' | 'name'>): Promise<string> {
  const { data, error } = await backend.storage
    .from(bucket)
    .createSignedUrl(file.id, linkSeconds, { download: file.name })
  if (error) throw error
  return data.signedUrl
}
