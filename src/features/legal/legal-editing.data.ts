// Data access of the legal pages' editor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Claim, LegalClaim, LegalFacts, LegalKey, LegalText, LegalVersion } from './legal.ts'
import { readLegalFacts } from './legal.data.ts'
import { type LegalDetails, legalKey } from './legal-settings.data.ts'

export function useLegalFacts() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...legalKey, 'facts'],
    queryFn: (): Promise<LegalFacts> => readLegalFacts(backend),
    staleTime: 0,
  })
}

export type ConfirmedClaim = Pick<LegalClaim, 'claim' | 'confirmed_at' | 'confirmed_by'>

export function useClaims() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...legalKey, 'claims'],
    async queryFn() {
      const { data } = await backend.from('legal_claims').select('claim, confirmed_at, confirmed_by').throwOnError()
      return data
    },
  })
}

export type LegalVersionLine = Pick<
  LegalVersion,
  'id' | 'text_key' | 'number' | 'body' | 'updated_line' | 'note' | 'published_at' | 'published_by'
>

export async function readLegalTexts(backend: Backend): Promise<LegalText[]> {
  const { data } = await backend.from('legal_texts').select('*').throwOnError()
  return data
}

export function useLegalTexts() {
  const backend = useBackend()
  return useQuery({ queryKey: [...legalKey, 'texts'], queryFn: () => readLegalTexts(backend), staleTime: 0 })
}

/** A text opened for editing. Not refetched: a refetch would overwrite the draft. */
export function useOpenedLegalText(textKey: LegalKey) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...legalKey, 'opened', textKey],
    queryFn: () => readLegalText(backend, textKey),
    staleTime: Infinity,
    gcTime: 0,
  })
}

async function readLegalText(backend: Backend, textKey: LegalKey): Promise<LegalText> {
  const { data } = await backend.from('legal_texts').select('*').eq('key', textKey).throwOnError().single()
  return data
}

/** Every published version of every text, newest first. */
export function useLegalVersions() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...legalKey, 'versions'],
    async queryFn() {
      const { data } = await backend
        .from('legal_versions')
        .select('id, text_key, number, body, updated_line, note, published_at, published_by')
        .order('number', { ascending: false })
        .throwOnError()
      return data
    },
    staleTime: 0,
  })
}

/** Version conflict: another editor saved the text first. */
export class LegalTextConflict extends Error {
  readonly theirs: LegalText
  constructor(theirs: LegalText) {
    super('stale_version')
    this.theirs = theirs
  }
}

type LegalDraft = Pick<LegalText, 'body' | 'updated_line'>

/** Saves the text only if its version matches. Throws LegalTextConflict on a conflict. */
export async function saveLegalText(
  backend: Backend,
  seen: Pick<LegalText, 'key' | 'version'>,
  draft: LegalDraft,
): Promise<LegalText> {
  const { data } = await backend
    .from('legal_texts')
    .update(draft)
    .eq('key', seen.key)
    .eq('version', seen.version)
    .select('*')
    .throwOnError()
  if (data[0]) return data[0]
  throw new LegalTextConflict(await readLegalText(backend, seen.key))
}

export function useSaveLegalText() {
  const backend = useBackend()
  return useMutation({
    mutationFn: ({ seen, words }: { seen: Pick<LegalText, 'key' | 'version'>; words: LegalDraft }) =>
      saveLegalText(backend, seen, words),
    onSettled: useInvalidateLegal(),
  })
}

export function usePublishLegalText() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ seen, note }: { seen: Pick<LegalText, 'key' | 'version'>; note: string }) => {
      const { data } = await backend
        .rpc('publish_legal_text', { text_key: seen.key, seen_version: seen.version, note })
        .throwOnError()
      return data
    },
    onSettled: useInvalidateLegal(),
  })
}

export function useSaveLegalSettings() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ seen, filledIn }: { seen: number | undefined; filledIn: LegalDetails }) => {
      const table = backend.from('legal_settings')
      const write = seen === undefined ? table.insert(filledIn) : table.update(filledIn).eq('version', seen)
      const { data, error } = await write.select('*').maybeSingle()
      if (error && error.code !== '23505') throw error
      if (!data) throw Object.assign(new Error('stale_version'), { code: 'PT409' })
      return data
    },
    onSettled: useInvalidateLegal(),
  })
}

export function useConfirmClaim() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async ({ claim, holds }: { claim: Claim; holds: boolean }) => {
      const table = backend.from('legal_claims')
      if (holds) await table.insert({ claim }).throwOnError()
      else await table.delete().eq('claim', claim).throwOnError()
    },
    onSettled: useInvalidateLegal(),
  })
}

export function useMarkReviewed() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async (isReviewed: boolean) => {
      await backend.rpc('mark_legal_reviewed', { is_reviewed: isReviewed }).throwOnError()
    },
    onSettled: useInvalidateLegal(),
  })
}

/** Refetches everything except the text being edited. */
function useInvalidateLegal() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: legalKey, predicate: ({ queryKey }) => queryKey[1] !== 'opened' })
}
