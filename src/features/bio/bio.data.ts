// Reads and writes of the link-in-bio page and its editor.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { BioLink, BioLinkEdit, BioPage, BioPageEdit } from './bio.ts'

/** Introduction and currently active links in order, and when the next scheduled link starts or ends. */
export async function readBio(
  backend: Backend,
): Promise<{ page: BioPage; links: BioLink[]; changesAt: string | undefined }> {
  const [{ data: page }, { data: links }, { data: changesAt }] = await Promise.all([
    backend.from('bio_pages').select('*').throwOnError().single(),
    backend.from('bio_links').select('*').eq('is_enabled', true).order('position').order('id').throwOnError(),
    backend.rpc('bio_changes_at', {}, { get: true }).throwOnError(),
  ])
  return { page, links, changesAt: (changesAt as string | null) ?? undefined }
}

export type StoredLink = BioLink & { clicks: { day: string; source: string; clicks: number }[] }
const key = ['bio'] as const

/** All links, active or not, each with its clicks of the last 30 days. */
export function useBio(since: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, since],
    async queryFn() {
      const [{ data: page }, { data: links }] = await Promise.all([
        backend.from('bio_pages').select('*').throwOnError().single(),
        backend
          .from('bio_links')
          .select('*, clicks:bio_clicks(day, source, clicks)')
          .gte('clicks.day', since)
          .order('position')
          .order('id')
          .throwOnError(),
      ])
      return { page, links }
    },
  })
}

function useBioChange<Input, Output>(change: (backend: Backend, input: Input) => PromiseLike<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => await change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Saves the page if its version matches. Returns the saved row. */
export const useSaveBioPage = () =>
  useBioChange(async (backend, { seen, page }: { seen: number; page: BioPageEdit }) => {
    const { data } = await backend
      .from('bio_pages')
      .update(page)
      .eq('version', seen)
      .select('*')
      .throwOnError()
      .maybeSingle()
    if (!data) throw Object.assign(new Error('stale_version'), { code: 'PT409' })
    return data
  })

type BioLinkState = Pick<BioLink, 'is_enabled' | 'position'>
type BioLinkChange =
  | ({ id: string; version?: number } & Partial<BioLinkEdit & BioLinkState>)
  | ({ id?: undefined } & BioLinkEdit & Partial<BioLinkState>)

/**
 * Inserts a link without `id`; otherwise updates the link. With `version`, a stored link of another version is a
 * conflict.
 */
export const useSaveBioLink = () =>
  useBioChange(async (backend, link: BioLinkChange) => {
    if (link.id === undefined) return void (await backend.from('bio_links').insert(link).throwOnError())
    const { id, version, ...change } = link
    const row = backend.from('bio_links').update(change).eq('id', id)
    if (version === undefined) return void (await row.select('id').single().throwOnError())
    const { data } = await row.eq('version', version).select('id').throwOnError()
    if (data.length > 0) return undefined
    throw new EditConflict(
      (await backend.from('bio_links').select('id').eq('id', id).maybeSingle().throwOnError()).data,
    )
  })

export const useDeleteBioLink = () =>
  useBioChange((backend, id: string) => backend.from('bio_links').delete().eq('id', id).throwOnError())

export const useOrderBioLinks = () =>
  useBioChange((backend, ids: readonly string[]) => backend.rpc('order_bio_links', { ids }).throwOnError())
