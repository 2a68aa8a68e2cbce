// Published legal texts and their business details, for the site and the editor.
import type { Backend } from '#client/backend.ts'
import { type LegalFacts, type LegalKey, legalKeys, legalPages, type LegalVersion } from './legal.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    legal_facts: LegalFacts
  }
}

export type PublishedLegal = {
  version: Pick<LegalVersion, 'number' | 'updated_line' | 'body' | 'published_at'>
  /** Current values; a fact that was cleared since publication retains its published value. */
  facts: LegalFacts
  confirmed: string[]
  /** Newest first. */
  log: Pick<LegalVersion, 'number' | 'note' | 'published_at'>[]
}

/** The published text, or undefined if it was never published. */
export async function readPublishedLegal(backend: Backend, key: LegalKey): Promise<PublishedLegal | undefined> {
  const [versions, facts, confirmed] = await Promise.all([
    backend
      .from('legal_versions')
      .select('number, updated_line, body, facts, note, published_at')
      .eq('text_key', key)
      .order('number', { ascending: false })
      .throwOnError(),
    readLegalFacts(backend),
    readConfirmed(backend),
  ])
  const [version, ...older] = versions.data
  if (!version) return undefined
  return { version, facts: { ...(version.facts as LegalFacts), ...facts }, confirmed, log: [version, ...older] }
}

export async function readLegalFacts(backend: Backend): Promise<LegalFacts> {
  const { data } = await backend.rpc('legal_facts').throwOnError()
  return data
}

async function readConfirmed(backend: Backend): Promise<string[]> {
  const { data } = await backend.from('legal_claims').select('claim').throwOnError()
  return data.map(({ claim }) => claim as string)
}

/** The paths of unpublished legal pages, which respond with 404. */
export async function readUnpublishedLegal(backend: Backend): Promise<string[]> {
  const { data } = await backend.from('legal_versions').select('text_key').eq('number', 1).throwOnError()
  const published = new Set(data.map(({ text_key }) => text_key as string))
  return legalKeys.filter((key) => !published.has(key)).map((key) => legalPages[key].path)
}
