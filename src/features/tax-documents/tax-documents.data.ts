// Queries and mutations of tax documents: those of a contact or order, missing ones, and the settings of the service.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from '#lib/schema.ts'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { readPage } from '#client/read-page.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type {
  DocumentServiceTested,
  ReadDocumentService,
  SaveDocumentKeys,
  TaxDocument,
  TaxDocumentSettings,
} from './tax-documents.ts'

const key = ['tax_documents']
const columns =
  'id, contact_id, order_id, payment_id, kind, status, by_hand, provider, is_stand_in, number, url, allocation_number, needs_allocation, amount_agorot, document_on, last_fault, last_detail, next_try_at, created_at, completed_at' as const

const selection = (backend: Backend) => backend.from('tax_documents').select(columns)

async function readDocuments(backend: Backend, column: 'contact_id' | 'order_id', id: string) {
  const { data } = await selection(backend).eq(column, id).order('created_at').order('id').throwOnError()
  return data
}

export type ShownDocument = Awaited<ReturnType<typeof readDocuments>>[number]

/** Documents of one contact or one order. */
export function useDocumentsOf(column: 'contact_id' | 'order_id', id: string) {
  const backend = useBackend()
  useLiveDocuments()
  return useQuery({ queryKey: [...key, column, id], queryFn: () => readDocuments(backend, column, id), staleTime: 0 })
}

/** Missing documents per page, which is also the maximum that one click issues. */
export const pageSize = 50

/** Documents that are missing or held, oldest first. `page` is zero-based. */
export function useMissingDocuments(page: number) {
  const backend = useBackend()
  useLiveDocuments()
  return useQuery({
    queryKey: [...key, 'missing', page],
    queryFn: async () => {
      const { rows: documents, ...place } = await readPage(page, pageSize, (from, to) =>
        backend
          .from('tax_documents')
          .select(`${columns}, contacts(full_name), payments!inner(voided_at)`, { count: 'exact' })
          .is('completed_at', null)
          .neq('status', 'void')
          .is('payments.voided_at', null)
          .order('created_at')
          .order('id')
          .range(from, to)
          .throwOnError(),
      )
      return { documents, ...place }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

function useLiveDocuments() {
  const queries = useQueryClient()
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: key })
    // The number is also stored on the payment.
    void queries.invalidateQueries({ queryKey: ['payments'] })
  }
  useTableChanges({ table: 'tax_documents', onChanges: readAgain, onReconnect: readAgain })
}

/** A mutation that invalidates all queries about documents. */
function useDocumentWrite<Input, Answer>(write: (input: Input) => PromiseLike<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => write(input),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['payments'] }),
      ]),
  })
}

export function useRetryDocument() {
  const backend = useBackend()
  return useDocumentWrite((id: TaxDocument['id']) => backend.rpc('retry_tax_document', { document: id }).throwOnError())
}

/** Requests the allocation number of a held invoice from the service. */
export function useAskForAllocation() {
  const backend = useBackend()
  return useDocumentWrite((id: TaxDocument['id']) => backend.rpc('ask_for_allocation', { document: id }).throwOnError())
}

export function useEnterAllocation() {
  const backend = useBackend()
  return useDocumentWrite(({ id, allocation }: { id: TaxDocument['id']; allocation: string }) =>
    backend.rpc('enter_allocation_number', { document: id, allocation_number: allocation }).throwOnError(),
  )
}

/** Returns the number of documents requested from the service. */
export function useIssueDocuments() {
  const backend = useBackend()
  return useDocumentWrite(
    async (documents: TaxDocument['id'][]) =>
      (await backend.rpc('issue_tax_documents', { documents }).throwOnError()).data,
  )
}

export type EnteredDocument = { id: string; number: string; url?: string | undefined; allocation?: string | undefined }

export function useEnterDocument() {
  const backend = useBackend()
  return useDocumentWrite(({ id, number, url, allocation }: EnteredDocument) =>
    backend
      .rpc('enter_tax_document', {
        document: id,
        number,
        ...(url && { url }),
        ...(allocation && { allocation_number: allocation }),
      })
      .throwOnError(),
  )
}

export function useDocumentSettings() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'settings'],
    queryFn: async () =>
      (await backend.from('tax_document_settings').select('*').single().throwOnError())
        .data satisfies TaxDocumentSettings,
  })
}

/** The service that currently issues documents. */
export function useDocumentService(enabled = true) {
  const backend = useBackend()
  return useQuery({
    enabled,
    queryKey: [...key, 'service'],
    queryFn: () => invoke<z.output<typeof ReadDocumentService>>(backend, 'read-document-service', {}),
  })
}

export function useChangeDocumentSettings() {
  const backend = useBackend()
  return useDocumentWrite((change: Partial<Pick<TaxDocumentSettings, 'tax_status' | 'issues_recorded'>>) =>
    backend.from('tax_document_settings').update(change).eq('is_only', true).throwOnError(),
  )
}

export function useSaveDocumentKeys() {
  const backend = useBackend()
  return useDocumentWrite((keys: z.output<typeof SaveDocumentKeys>) =>
    invoke<object>(backend, 'save-document-keys', keys),
  )
}

export function useTestDocumentService() {
  const backend = useBackend()
  return useDocumentWrite<void, z.output<typeof DocumentServiceTested>>(() =>
    invoke(backend, 'test-document-service', {}),
  )
}
