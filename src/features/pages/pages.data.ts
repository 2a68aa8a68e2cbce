// What the site reads of its pages.
import type { Backend } from '#client/backend.ts'
import { readBlocks } from './blocks.ts'
import type { Page } from './pages.ts'

type Stored = { path: string; published_at: string; published: { blocks: unknown[] } | null }

/**
 * The page as it is published; undefined when nothing is published at this address. `draft` is what somebody is looking at
 * before it is saved, and is answered instead.
 */
export async function readPage(backend: Backend, path: string, draft?: Page): Promise<Page | undefined> {
  if (draft) return draft
  const { data } = await backend
    .from('pages')
    .select('path, published_at, published:page_versions!version_of_another_page(blocks)')
    .eq('path', path)
    .maybeSingle<Stored>()
    .throwOnError()
  if (!data?.published) return undefined
  return { path: data.path, blocks: readBlocks(data.published.blocks), publishedAt: data.published_at }
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
