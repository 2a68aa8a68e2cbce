// What the site reads of its pages.
import type { Backend } from '#client/backend.ts'
import { type Block, type BlockOf, type Kind, readBlocks } from './blocks.ts'
import type { Page } from './pages.ts'

type Stored = { path: string; published_at: string; published: { blocks: unknown[] } | null }

/**
 * The page as it is published; undefined when nothing is published at this address. `draft` is what somebody is looking at
 * before it is saved, and is answered instead.
 */
export async function readPage(backend: Backend, path: string, draft?: Page): Promise<Page | undefined> {
  if (draft) return draft
  const data = await readStored(backend, path)
  if (!data?.published) return undefined
  return { path: data.path, blocks: readBlocks(data.published.blocks), publishedAt: data.published_at }
}

/** The first block of a kind on another page, for a page that says the same; the rest of that page is not looked at. */
export async function readBlockOf<K extends Kind>(
  backend: Backend,
  path: string,
  kind: K,
): Promise<BlockOf<K> | undefined> {
  const stored = (await readStored(backend, path))?.published?.blocks ?? []
  const [block] = readBlocks(stored.filter((each) => (each as { kind?: unknown } | null)?.kind === kind))
  return block as BlockOf<K> | undefined
}

async function readStored(backend: Backend, path: string): Promise<Stored | null> {
  const { data } = await backend
    .from('pages')
    .select('path, published_at, published:page_versions!version_of_another_page(blocks)')
    .eq('path', path)
    .maybeSingle<Stored>()
    .throwOnError()
  return data
}

/** What every published page says, that of every page among them. */
export async function readPublishedPages(backend: Backend): Promise<{ path: string; blocks: Block[] }[]> {
  const { data } = await backend
    .from('pages')
    .select('path, published:page_versions!version_of_another_page(blocks)')
    .not('published_version_id', 'is', null)
    .throwOnError()
    .overrideTypes<Pick<Stored, 'path' | 'published'>[], { merge: false }>()
  return data.map(({ path, published }) => ({ path, blocks: readBlocks(published?.blocks ?? []) }))
}

/** The addresses at which something is published. */
export async function readPublishedPaths(backend: Backend): Promise<string[]> {
  const { data } = await backend
    .from('pages')
    .select('path')
    .not('published_version_id', 'is', null)
    .throwOnError()
    .overrideTypes<{ path: string }[], { merge: false }>()
  return data.map(({ path }) => path)
}
