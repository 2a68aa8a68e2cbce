// Documents, with their statuses, and forms that the stages of the signed-in client request.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { DocumentStatus, StageFormState } from './processes.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'my_stage_documents.status': DocumentStatus
    'my_stage_forms.state': StageFormState
  }
}

async function readMyDocuments(backend: Backend) {
  const [documents, files] = await Promise.all([
    backend.rpc('my_stage_documents').throwOnError(),
    backend
      .from('stage_document_files')
      .select(
        'stage_instance_id, stage_document_id, status, reason, file:files!inner(id, name, created_at, shared_with, uploaded_by, size_bytes, deleted_at, stored_at)',
      )
      .is('file.deleted_at', null)
      .not('file.stored_at', 'is', null)
      .limit(1000)
      .throwOnError(),
  ])
  return documents.data.map((document) => ({
    ...document,
    /** Files that the client can see, newest first. */
    files: files.data
      .filter(
        (one) => one.stage_instance_id === document.stage_instance_id && one.stage_document_id === document.document_id,
      )
      .toSorted((a, b) => b.file.created_at.localeCompare(a.file.created_at)),
  }))
}
export type MyStageDocument = Awaited<ReturnType<typeof readMyDocuments>>[number]

const documentsKey = ['portal', 'stage-documents'] as const

export function useMyStageDocuments() {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: documentsKey })
  useTableChanges({ table: 'stage_document_files', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({ queryKey: documentsKey, queryFn: () => readMyDocuments(backend), staleTime: 0 })
}

/** Links a file to a document of a stage, and refetches the documents once its bytes have arrived. */
export function useBindStageDocument({ stage_instance_id: instance, document_id: document }: MyStageDocument) {
  const backend = useBackend()
  const queries = useQueryClient()
  return {
    bind: async (file: string) =>
      void (await backend.rpc('bind_stage_document', { file, instance, document }).throwOnError()),
    readAgain: () => queries.invalidateQueries({ queryKey: documentsKey }),
  }
}

export function useMyStageForms() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['portal', 'stage-forms'],
    queryFn: async () => (await backend.rpc('my_stage_forms').throwOnError()).data,
    staleTime: 0,
  })
}

/** Resolves to the form's public id, and whether a submission was already started. `token` becomes its key. */
export function useOpenStageForm() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ instance, token }: { instance: string; token: string }) => {
      const { data } = await backend.rpc('open_my_stage_form', { instance, token }).throwOnError()
      return data[0]!
    },
    onError: () => queries.invalidateQueries({ queryKey: ['portal', 'stage-forms'] }),
  })
}
