// Queries and mutations of signatures, for staff and clients.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { addFile, linkToFile } from '#platform/files/files.data.ts'
import { homeSignaturesKey } from './home-signatures.data.ts'
import type { SignDocument } from './signatures.ts'

async function readSignatures(backend: Backend, contactIds: readonly string[]) {
  const { data } = await backend
    .from('signature_requests')
    .select(
      'id, file_id, file_name, contact_id, requested_at, signed_at, sha256, signer:contacts!contact_id(full_name)',
    )
    .in('contact_id', contactIds)
    .is('withdrawn_at', null)
    .order('requested_at', { ascending: false })
    .order('id')
    .limit(300)
    .throwOnError()
  return data
}
export type ShownSignature = Awaited<ReturnType<typeof readSignatures>>[number]

/** Staff: the contacts who can be requested to sign a contact's files (the contact and the partner), with their accounts. */
export function useSigners(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['signatures', 'signers', contactId],
    queryFn: async () => {
      const people = backend.from('contacts').select('id, full_name, client_user_id, household_id, household_role')
      const { data: own } = await people.eq('id', contactId).single().throwOnError()
      if (!own.household_id || own.household_role !== 'partner') return [own]
      const { data: partners } = await backend
        .from('contacts')
        .select('id, full_name, client_user_id, household_id, household_role')
        .eq('household_id', own.household_id)
        .eq('household_role', 'partner')
        .neq('id', contactId)
        .is('deleted_at', null)
        .throwOnError()
      return [own, ...partners]
    },
    staleTime: 0,
  })
}

/** Staff: open and signed requests of these contacts. */
export function useSignaturesOf(contactIds: readonly string[]) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['signatures', 'of'] })
  useTableChanges({ table: 'signature_requests', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: ['signatures', 'of', ...contactIds],
    queryFn: () => readSignatures(backend, contactIds),
    enabled: contactIds.length > 0,
    staleTime: 0,
  })
}

const useStaffChange = <Input>(change: (backend: Backend, input: Input) => Promise<unknown>) => {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => void (await change(backend, input)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['signatures', 'of'] }),
        queries.invalidateQueries({ queryKey: ['files'] }),
      ]),
  })
}

/**
 * Uploads a document once: a retry with the same file, after a refusal or a lost response, reuses the upload. Selecting a file again
 * creates a new File object, so files are compared by their properties.
 */
function useUploadedOnce() {
  const uploaded = useRef(new Map<string, Promise<string>>())
  return async (backend: Backend, contactId: string, file: File) => {
    const key = JSON.stringify([contactId, file.name, file.size, file.lastModified])
    const upload = uploaded.current.get(key) ?? addFile(backend, { contactId }, file)
    uploaded.current.set(key, upload)
    upload.catch(() => uploaded.current.delete(key))
    return { fileId: await upload, forget: () => uploaded.current.delete(key) }
  }
}

type Ask = { contactId: string; document: string | File; signers: readonly string[] }

/** The document is a file of the contact, or a new one that is uploaded first. */
export function useAskForSignature() {
  const upload = useUploadedOnce()
  return useStaffChange(async (backend, { contactId, document, signers }: Ask) => {
    if (typeof document === 'string') return invoke(backend, 'ask-for-signature', { fileId: document, signers })
    const { fileId, forget } = await upload(backend, contactId, document)
    await invoke(backend, 'ask-for-signature', { fileId, signers })
    forget()
  })
}

export function useReplaceDocument() {
  const upload = useUploadedOnce()
  return useStaffChange(
    async (backend, { contactId, fileId, file }: { contactId: string; fileId: string; file: File }) => {
      const { fileId: replacementId, forget } = await upload(backend, contactId, file)
      await invoke(backend, 'replace-document', { fileId, replacementId })
      forget()
    },
  )
}

export const useWithdrawSignature = () =>
  useStaffChange(async (backend, request: string) => {
    await backend.rpc('withdraw_signature_request', { request }).throwOnError()
  })

export type OpenedDocument = { url: string; type: string; sha256: string }

/** The bytes of a document as shown by the browser, and their hash. Release the URL with URL.revokeObjectURL. */
export function useOpenDocument() {
  const backend = useBackend()
  return useMutation({
    async mutationFn(file: { id: string; name: string }): Promise<OpenedDocument> {
      const answer = await fetch(await linkToFile(backend, file))
      if (!answer.ok) throw new Error(`The document was not read: ${answer.status}`)
      const bytes = await answer.arrayBuffer()
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const type = answer.headers.get('content-type') ?? ''
      return {
        url: URL.createObjectURL(new Blob([bytes], { type })),
        type,
        sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      }
    },
  })
}

export function useSignDocument() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (signing: SignDocument) => invoke<{ signedAt: string }>(backend, 'sign-document', signing),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: homeSignaturesKey }),
        queries.invalidateQueries({ queryKey: ['signatures', 'certificate'] }),
      ]),
  })
}

export function useCertificate(requestId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['signatures', 'certificate', requestId],
    queryFn: async () =>
      (await backend.rpc('signature_certificate', { request: requestId }).single().throwOnError()).data,
  })
}
