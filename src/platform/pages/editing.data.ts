// Data access of the page editor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import type { z } from '#lib/schema.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Block } from './blocks.ts'
import type {
  Layout,
  PageAdd,
  PageDelete,
  PageSchedule,
  PageSettings,
  PageVersion,
  PageSaved,
  SitePage,
} from './pages.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'site_pages.layout': Layout
  }
}

/** A page in the list, with its latest and its published version. */
export type ListedPage = Pick<
  SitePage,
  | 'path'
  | 'label'
  | 'position'
  | 'version'
  | 'published_version_id'
  | 'published_at'
  | 'published_by'
  | 'is_own'
  | 'layout'
  | 'publish_at'
  | 'scheduled_version_id'
> & { newest_id: string; newest_at: string; newest_by: string | null; newest_is_planted: boolean }

export type PageState = 'published' | 'changed' | 'draft'

/** Whether the published version is the latest, an older one, or absent. */
export function stateOf({ published_version_id, newest_id }: ListedPage): PageState {
  if (published_version_id === null) return 'draft'
  return published_version_id === newest_id ? 'published' : 'changed'
}

/** A page with the blocks of its latest version, as stored. */
export type OpenedPage = ListedPage & { blocks: unknown[] }
export type VersionLine = Omit<PageVersion, 'blocks' | 'path'>

const key = ['pages'] as const

export async function readSitePages(backend: Backend): Promise<ListedPage[]> {
  const { data } = await backend.from('site_pages').select('*').order('position').throwOnError()
  return data
}

/** Null for an unknown path. */
export async function readOpenedPage(backend: Backend, path: string): Promise<OpenedPage | null> {
  const { data: page } = await backend.from('site_pages').select('*').eq('path', path).maybeSingle().throwOnError()
  return page && { ...page, blocks: await readVersion(backend, page.newest_id) }
}

/** The blocks of one version, as stored. */
export async function readVersion(backend: Backend, id: string): Promise<unknown[]> {
  const { data } = await backend.from('page_versions').select('blocks').eq('id', id).single().throwOnError()
  return data.blocks
}

export function useSitePages() {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, 'list'], queryFn: () => readSitePages(backend), staleTime: 0 })
}

/** A page opened for editing. Not refetched: a refetch would overwrite the draft. */
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
      return data
    },
    staleTime: 0,
  })
}

/** One version; immutable. */
export function usePageVersion(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: ['page-version', id], queryFn: () => readVersion(backend, id), staleTime: Infinity })
}

export function useSavePage(path: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: (save: { blocks: readonly Block[]; seenVersion: number; note?: string }) =>
      invoke<PageSaved>(backend, 'save-page', { path, ...save }),
    onSettled: useInvalidatePages(path),
  })
}

/** Publishes a version, or unpublishes with null. `inMenu` adds or removes the menu's link to the page. */
export function usePublishPage(path: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = useInvalidatePages(path)
  return useMutation({
    mutationFn: (publish: { versionId: string | null; seenPublishedId: string | null; inMenu?: boolean }) =>
      invoke<{ publishedId: string | null }>(backend, 'publish-page', { path, ...publish }),
    onSettled() {
      void queries.invalidateQueries({ queryKey: [...key, 'menu'] })
      return invalidate()
    },
  })
}

/** Calls a function that adds, changes or removes pages, and refreshes the list. */
function usePagesChange<Input extends object, Output>(name: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => invoke<Output>(backend, name, input),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'list'] }),
  })
}

export const useAddPage = () => usePagesChange<z.input<typeof PageAdd>, { path: string }>('add-page')
export const useChangePage = () => usePagesChange<z.input<typeof PageSettings>, { path: string }>('change-page')
export const useDeletePage = () => usePagesChange<z.input<typeof PageDelete>, object>('delete-page')
export const useSchedulePage = () => usePagesChange<z.input<typeof PageSchedule>, object>('schedule-page')

export function usePublishSite() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (paths: readonly string[]) => invoke<{ pages: number }>(backend, 'publish-site', { paths }),
    // Not awaited: the refetch unmounts the caller before the caller could report success.
    onSettled: () => void queries.invalidateQueries(),
  })
}

/** Invalidates the list; pages open for editing are not refetched. */
function useInvalidatePages(path: string) {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [...key, 'list'] }),
      queries.invalidateQueries({ queryKey: [...key, 'history', path] }),
    ])
  }
}

/**
 * Refetches the list when another user saves or publishes; `onPage` receives each such page. `onMissed`: pages changed before the change
 * feed was joined, and were not received.
 */
export function useLivePages(onPage?: (page: Partial<SitePage>) => void, onMissed?: () => void) {
  const queries = useQueryClient()
  const invalidate = () => void queries.invalidateQueries({ queryKey: [...key, 'list'] })
  useTableChanges({
    table: 'pages',
    onChanges({ changes }) {
      invalidate()
      for (const change of changes) onPage?.(change.new)
    },
    onReconnect() {
      invalidate()
      onMissed?.()
    },
  })
}

/** Renders the page as visitors would see it, as HTML. Throws a CallRefused. */
export const readPreview = (
  backend: Backend,
  draft: { path: string; blocks: readonly Block[]; layout: Layout },
): Promise<string> => invoke<string>(backend, 'preview-page', draft)
