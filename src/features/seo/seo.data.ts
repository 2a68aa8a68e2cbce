// How the site is found, for whoever looks after it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Picture } from '#features/pictures/pictures.ts'
import {
  defaultPattern,
  type SeoEdit,
  type SeoOverride,
  type SeoSettings,
  type SeoSettingsEdit,
  type SitePage,
} from './seo.ts'

const key = ['seo'] as const

/** Every page that stands now. */
export function useSitePages() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'pages'],
    queryFn: async () => (await invoke<{ pages: SitePage[] }>(backend, 'read-site-pages', {})).pages,
  })
}

/** What the owner said of an address, with the picture; without a word of theirs null. */
export type KeptOverride = SeoOverride & { picture: Picture | null }

/** One page with what the owner said of it; the page itself is null where none stands. */
export function useSitePage(path: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'page', path],
    queryFn: async () => {
      const [{ pages }, said] = await Promise.all([
        invoke<{ pages: SitePage[] }>(backend, 'read-site-pages', { path }),
        readOverride(backend, path),
      ])
      return { page: pages[0] ?? null, said }
    },
  })
}

async function readOverride(backend: Backend, path: string): Promise<KeptOverride | null> {
  const { data } = await backend
    .from('seo_overrides')
    .select('*, picture:pictures(id, format, width, height)')
    .eq('path', path)
    .throwOnError()
    .maybeSingle<KeptOverride>()
  return data
}

type Saving = { path: string; seen: KeptOverride | null; edit: SeoEdit }

/** Keeps what the owner says of an address; saying nothing leaves the page its own words. Refuses to overwrite what was not seen. */
export function useSaveOverride() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path, seen, edit }: Saving) => saveOverride(backend, { path, seen, edit }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

async function saveOverride(backend: Backend, { path, seen, edit }: Saving) {
  const table = backend.from('seo_overrides')
  const saysNothing =
    !edit.is_hidden && Object.entries(edit).every(([name, value]) => name === 'is_hidden' || value === null)
  if (!seen) {
    if (saysNothing) return
    const { error } = await table.insert({ path, ...edit })
    if (error?.code === '23505') throw stale()
    if (error) throw error
    return
  }
  const { path: at, version } = seen
  const { data } = saysNothing
    ? await table.delete().eq('path', at).eq('version', version).select('path').throwOnError()
    : await table.update(edit).eq('path', at).eq('version', version).select('path').throwOnError()
  if (data.length === 0) throw stale()
}

/** The pattern of titles and the codes of search engines. */
export function useSeoSettings() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'settings'],
    queryFn: async () => {
      const { data } = await backend.from('seo_settings').select('*').throwOnError().maybeSingle<SeoSettings>()
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

export type KeptSettings = Omit<SeoSettings, 'is_only' | 'updated_at'>

export function useSaveSeoSettings() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ seen, edit }: { seen: KeptSettings; edit: SeoSettingsEdit }) {
      const table = backend.from('seo_settings')
      if (seen.version === 0) {
        const { error } = await table.insert(edit)
        if (error?.code === '23505') throw stale()
        if (error) throw error
        return
      }
      const { data } = await table.update(edit).eq('version', seen.version).select('version').throwOnError()
      if (data.length === 0) throw stale()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

const stale = () => new CallRefused('stale_version', 'Somebody saved in between')
