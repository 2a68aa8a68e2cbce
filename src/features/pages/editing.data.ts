// What those who write the site read and write of its pages.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Block } from './blocks.ts'
import type { PageVersion, Saved, SitePage } from './pages.ts'

/** A page in the list: what was saved last, and whether visitors see that. */
export type ListedPage = Pick<
  SitePage,
  'path' | 'label' | 'position' | 'version' | 'published_version_id' | 'published_at' | 'published_by'
> & { newest_id: string; newest_at: string; newest_by: string | null; newest_is_planted: boolean }

export type PageState = 'published' | 'changed' | 'draft'

/** Whether visitors see what was saved last, something older, or nothing. */
export function stateOf({ published_version_id, newest_id }: ListedPage): PageState {
  if (published_version_id === null) return 'draft'
  return published_version_id === newest_id ? 'published' : 'changed'
}

/** A page with the blocks that were saved last, as they are stored. */
export type OpenedPage = ListedPage & { blocks: unknown[] }
export type VersionLine = Omit<PageVersion, 'blocks' | 'path'>

const key = ['pages'] as const

export async function readSitePages(backend: Backend): Promise<ListedPage[]> {
  const { data } = await backend
    .from('site_pages')
    .select('*')
    .order('position')
    .throwOnError()
    .overrideTypes<ListedPage[], { merge: false }>()
  return data
}

/** Null: there is no such page. */
export async function readOpenedPage(backend: Backend, path: string): Promise<OpenedPage | null> {
  const { data: page } = await backend
    .from('site_pages')
    .select('*')
    .eq('path', path)
    .maybeSingle<ListedPage>()
    .throwOnError()
  return page && { ...page, blocks: await readVersion(backend, page.newest_id) }
}

/** The blocks of one version, as they are stored. */
export async function readVersion(backend: Backend, id: string): Promise<unknown[]> {
  const { data } = await backend
    .from('page_versions')
    .select('blocks')
    .eq('id', id)
    .single<Pick<PageVersion, 'blocks'>>()
    .throwOnError()
  return data.blocks
}

export function useSitePages() {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, 'list'], queryFn: () => readSitePages(backend), staleTime: 0 })
}

/** A page to write. What somebody saves meanwhile does not come in by itself: it would go over what is being written. */
export function useOpenedPage(path: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'opened', path],
    queryFn: () => readOpenedPage(backend, path),
    staleTime: Infinity,
    gcTime: 0,
  })
}

const shownVersions = 100

export function usePageHistory(path: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'history', path],
    async queryFn() {
      const { data } = await backend
        .from('page_versions')
        .select('id, number, note, is_planted, created_by, created_at')
        .eq('path', path)
        .order('number', { ascending: false })
        .limit(shownVersions)
        .throwOnError()
        .overrideTypes<VersionLine[], { merge: false }>()
      return data
    },
    staleTime: 0,
  })
}

/** One version; it never changes. */
export function usePageVersion(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: ['page-version', id], queryFn: () => readVersion(backend, id), staleTime: Infinity })
}

export function useSavePage(path: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: (save: { blocks: readonly Block[]; seenVersion: number; note?: string }) =>
      invoke<Saved>(backend, 'save-page', { path, ...save }),
    onSettled: useForgetPages(path),
  })
}

/** Shows visitors a version, or with null nothing. */
export function usePublishPage(path: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: (publish: { versionId: string | null; seenPublishedId: string | null }) =>
      invoke<{ publishedId: string | null }>(backend, 'publish-page', { path, ...publish }),
    onSettled: useForgetPages(path),
  })
}

export function usePublishSite() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (paths: readonly string[]) => invoke<{ pages: number }>(backend, 'publish-site', { paths }),
    // Not waited for: what asked would be gone before it is told that the site is open.
    onSettled: () => void queries.invalidateQueries(),
  })
}

/** What is open for writing is not read again by itself. */
function useForgetPages(path: string) {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [...key, 'list'] }),
      queries.invalidateQueries({ queryKey: [...key, 'history', path] }),
    ])
  }
}

/** Reads the list again whenever somebody saves or publishes; `onPage` hears of each page that was. */
export function useLivePages(onPage?: (page: Partial<SitePage>) => void) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: [...key, 'list'] })
  useTableChanges<SitePage>({
    table: 'pages',
    onChanges({ changes }) {
      readAgain()
      for (const change of changes) onPage?.(change.new)
    },
    onReconnect: readAgain,
  })
}

/** The page as visitors would see it, as HTML. Throws a CallRefused. */
export const readPreview = (backend: Backend, path: string, blocks: readonly Block[]): Promise<string> =>
  invoke<string>(backend, 'preview-page', { path, blocks })
