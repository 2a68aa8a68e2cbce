// Documents and forms of a contact's stages, and decisions on them, by staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { DocumentStatus, StageFormState } from './processes.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'stage_documents_of.status': DocumentStatus
    'stage_forms_of.state': StageFormState
  }
}

async function readRequestedItems(backend: Backend, contact: string) {
  const [documents, forms] = await Promise.all([
    backend.rpc('stage_documents_of', { contact }).throwOnError(),
    backend.rpc('stage_forms_of', { contact }).throwOnError(),
  ])
  const { data: files } = await backend
    .from('stage_document_files')
    .select(
      'file_id, stage_instance_id, stage_document_id, status, reason, version, file:files!inner(id, name, created_at, deleted_at, stored_at, contact:contacts(full_name))',
    )
    .in('stage_instance_id', [...new Set(documents.data.map(({ stage_instance_id: instance }) => instance))])
    .is('file.deleted_at', null)
    .not('file.stored_at', 'is', null)
    .limit(1000)
    .throwOnError()
  return {
    forms: forms.data,
    documents: documents.data.map((document) => ({
      ...document,
      files: files
        .filter(
          (one) =>
            one.stage_instance_id === document.stage_instance_id && one.stage_document_id === document.document_id,
        )
        .toSorted((a, b) => b.file.created_at.localeCompare(a.file.created_at)),
    })),
  }
}
type RequestedItems = Awaited<ReturnType<typeof readRequestedItems>>
export type RequestedDocument = RequestedItems['documents'][number]
export type RequestedForm = RequestedItems['forms'][number]
export type SentDocument = RequestedDocument['files'][number]

const requestedItemsKey = (contactId: string) => ['processes', 'asked', contactId] as const

export function useRequestedItems(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: requestedItemsKey(contactId) })
  useTableChanges({ table: 'stage_document_files', onChanges: readAgain, onReconnect: readAgain })
  // File bytes arrive after their row.
  useTableChanges({ table: 'files', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: requestedItemsKey(contactId),
    queryFn: () => readRequestedItems(backend, contactId),
    staleTime: 0,
  })
}

type Decision = { file: string; version: number } & (
  | { to: 'approved' | 'received' }
  | { to: 'returned'; reason: string }
)

export function useDecideDocument() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ file, version, ...decision }: Decision) {
      await backend
        .rpc('decide_stage_document', {
          file,
          to_status: decision.to,
          reason: decision.to === 'returned' ? decision.reason : '',
          seen: version,
        })
        .throwOnError()
    },
    onSettled: () =>
      Promise.all(['processes', 'activities'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
