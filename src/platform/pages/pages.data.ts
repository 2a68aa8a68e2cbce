// Read access of the site to its pages.
import type { Backend } from '#client/backend.ts'
import { type Block, type BlockOf, type Kind, readBlocks } from './blocks.ts'
import { readWithTrueClaims } from './claims.data.ts'
import type { Page } from './pages.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'page_versions.blocks': unknown[]
  }
}

/**
 * The published page with only true claims, see claims.ts; undefined if nothing is published at this path. `draft` is an unsaved page to
 * preview, returned in place of the stored one.
 */
export async function readPage(backend: Backend, path: string, draft?: Page): Promise<Page | undefined> {
  if (draft) return { ...draft, blocks: await readWithTrueClaims(backend, draft.blocks) }
  const data = await readStored(backend, path)
  if (!data?.published || data.published_at === null) return undefined
  return {
    path: data.path,
    blocks: await readWithTrueClaims(backend, readBlocks(data.published.blocks)),
    publishedAt: data.published_at,
    layout: data.layout,
    isOwn: data.is_own,
  }
}

/** The first block of a kind on another page, for content shared between pages. Only that block is parsed. */
export async function readFirstBlock<K extends Kind>(
  backend: Backend,
  path: string,
  kind: K,
): Promise<BlockOf<K> | undefined> {
  const stored = (await readStored(backend, path))?.published?.blocks ?? []
  const [block] = readBlocks(stored.filter((each) => (each as { kind?: unknown } | null)?.kind === kind))
  return readWithTrueClaims(backend, block as BlockOf<K> | undefined)
}

async function readStored(backend: Backend, path: string) {
  const { data } = await backend
    .from('pages')
    .select('path, published_at, layout, is_own, published:page_versions!version_of_another_page(blocks)')
    .eq('path', path)
    .maybeSingle()
    .throwOnError()
  return data
}

/** All published pages, including the site-wide one. */
export async function readPublishedPages(backend: Backend): Promise<{ path: string; blocks: Block[] }[]> {
  return readWithTrueClaims(backend, await readPublishedPagesAsWritten(backend))
}

/** The published pages with the claims that are hidden now, for the CRM. */
export async function readPublishedPagesAsWritten(backend: Backend): Promise<{ path: string; blocks: Block[] }[]> {
  const { data } = await backend
    .from('pages')
    .select('path, published:page_versions!version_of_another_page(blocks)')
    .not('published_version_id', 'is', null)
    .throwOnError()
  return data.map(({ path, published }) => ({ path, blocks: readBlocks(published?.blocks ?? []) }))
}

export async function readPublishedPaths(backend: Backend): Promise<string[]> {
  const { data } = await backend.from('pages').select('path').not('published_version_id', 'is', null).throwOnError()
  return data.map(({ path }) => path)
}

/** The published pages created by the owner. */
export async function readOwnPages(backend: Backend): Promise<Page[]> {
  const { data } = await backend
    .from('pages')
    .select('path, published_at, published:page_versions!version_of_another_page(blocks)')
    .eq('is_own', true)
    .not('published_version_id', 'is', null)
    .throwOnError()
  const pages = data.map(({ path, published_at, published }) => ({
    path,
    publishedAt: published_at!,
    blocks: readBlocks(published?.blocks ?? []),
  }))
  return readWithTrueClaims(backend, pages)
}
