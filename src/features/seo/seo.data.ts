// Data access of the SEO manager.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import type { StoredImage } from '#platform/images/images.ts'
import {
  defaultPattern,
  type LinkTargets,
  type SeoEdit,
  type SeoOverride,
  type SeoSettings,
  type SeoSettingsEdit,
  type SitePage,
} from './seo.ts'
import type { SiteCheck } from './site-check.ts'

const key = ['seo'] as const

/** All published pages. Refetched by each screen, because a page may have been published since. */
export function useSitePages() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'pages'],
    queryFn: async () => (await invoke<{ pages: SitePage[] }>(backend, 'read-site-pages', {})).pages,
    staleTime: 0,
  })
}

/** The link check. It renders every page, so it runs only on request. */
export function useSiteCheck() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'links'],
    queryFn: () => invoke<SiteCheck>(backend, 'check-site-links', {}),
    staleTime: 0,
  })
}

/** The given paths that have no page. While another list is checked, the previous result is returned. */
export function useMissingTargets(paths: readonly string[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'targets', paths],
    enabled: paths.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<ReadonlySet<string>> =>
      new Set((await invoke<LinkTargets>(backend, 'check-link-targets', { paths })).missing),
  })
}

/** An SEO override with its image; null if there is none. */
export type SavedOverride = SeoOverride & { picture: StoredImage | null }

/** One page with its override; the page is null if the path is not published. */
export function useSitePage(path: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'page', path],
    queryFn: async () => {
      const [{ pages }, override] = await Promise.all([
        invoke<{ pages: SitePage[] }>(backend, 'read-site-pages', { path }),
        readOverride(backend, path),
      ])
      return { page: pages[0] ?? null, override }
    },
  })
}

const overrideColumns = '*, picture:pictures(id, format, width, height)'

async function readOverride(backend: Backend, path: string): Promise<SavedOverride | null> {
  const { data } = await backend
    .from('seo_overrides')
    .select(overrideColumns)
    .eq('path', path)
    .throwOnError()
    .maybeSingle()
  return data
}

type SaveInput = { path: string; seen: SavedOverride | null; edit: SeoEdit }

/** Saves the override of a path; an empty one is deleted. Does not overwrite a newer version. */
export function useSaveOverride() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path, seen, edit }: SaveInput) => saveOverride(backend, { path, seen, edit }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** All overrides by path, for bulk editing. */
export function useOverrides() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'overrides'],
    queryFn: async (): Promise<ReadonlyMap<string, SavedOverride>> => {
      const rows = await readAll((from, to) =>
        backend
          .from('seo_overrides')
          .select(overrideColumns, { count: 'exact' })
          .order('path')
          .range(from, to)
          .throwOnError(),
      )
      return new Map(rows.map((row) => [row.path, row]))
    },
    staleTime: 0,
  })
}

/** Saves each override separately. Returns the refusals by path; the other pages are saved. */
export function useSaveOverrides() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(inputs: readonly SaveInput[]): Promise<Map<string, unknown>> {
      const failures = new Map<string, unknown>()
      for (const input of inputs)
        // oxlint-disable-next-line no-await-in-loop -- many parallel writes would invalidate the page cache as often, at once
        await saveOverride(backend, input).catch((error: unknown) => failures.set(input.path, error))
      return failures
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Returns the saved override; null if it was deleted because it was empty. */
async function saveOverride(backend: Backend, { path, seen, edit }: SaveInput): Promise<SavedOverride | null> {
  const table = backend.from('seo_overrides')
  const isEmpty =
    !edit.is_hidden && Object.entries(edit).every(([name, value]) => name === 'is_hidden' || value === null)
  if (!seen && isEmpty) return null
  const write = !seen
    ? table.insert({ path, ...edit })
    : (isEmpty ? table.delete() : table.update(edit)).eq('path', seen.path).eq('version', seen.version)
  const { data, error } = await write.select(overrideColumns).maybeSingle()
  if (error && error.code !== '23505') throw error
  if (!data) throw stale()
  return isEmpty ? null : data
}

/** Title pattern and search engine verification codes. */
export function useSeoSettings() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'settings'],
    queryFn: async () => {
      const { data } = await backend.from('seo_settings').select('*').throwOnError().maybeSingle()
      return data ?? unset
    },
  })
}

const unset = {
  title_pattern: defaultPattern,
  google_verification: null,
  bing_verification: null,
  facebook_verification: null,
  version: 0,
}

export type SavedSettings = Omit<SeoSettings, 'is_only' | 'updated_at'>

export function useSaveSeoSettings() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: { seen: SavedSettings; edit: SeoSettingsEdit }): Promise<SavedSettings> {
      const table = backend.from('seo_settings')
      const write = seen.version === 0 ? table.insert(edit) : table.update(edit).eq('version', seen.version)
      const { data, error } = await write.select('*').maybeSingle()
      if (error && error.code !== '23505') throw error
      if (!data) throw stale()
      return data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

const stale = () => new CallRefused('stale_version', 'The row was changed since it was read')
