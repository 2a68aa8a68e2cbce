// Data access of tags and of a contact's tags.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import { type Tag, tagColors } from './tags.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    delete_tag: { batch: string; changed: number }
  }
}

export type ShownTag = Pick<Tag, 'id' | 'name' | 'color'>

/** All tags, by name. */
export async function readTags(backend: Backend): Promise<ShownTag[]> {
  return readAll((from, to) =>
    backend
      .from('tags')
      .select('id, name, color', { count: 'exact' })
      .order('name')
      .order('id')
      .range(from, to)
      .throwOnError(),
  )
}

const tagsKey = ['tags'] as const
const contactTagsKey = (contactId: string) => ['tags', 'contact', contactId] as const

export function useTags() {
  const backend = useBackend()
  return useQuery({ queryKey: tagsKey, queryFn: () => readTags(backend) })
}

export async function readContactTags(backend: Backend, contactId: string): Promise<ShownTag[]> {
  const { data } = await backend
    .from('contact_tags')
    .select('created_at, tag:tags(id, name, color)')
    .eq('contact_id', contactId)
    .order('created_at')
    .throwOnError()
  return data.map(({ tag }) => tag)
}

export function useContactTags(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: contactTagsKey(contactId),
    queryFn: () => readContactTags(backend, contactId),
    staleTime: 0,
  })
}

/** Adds a tag. Colours rotate through the palette of six. */
export function useAddTag() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(name: string): Promise<ShownTag> {
      const known = queries.getQueryData<ShownTag[]>(tagsKey)?.length ?? 0
      const { data } = await backend
        .from('tags')
        .insert({ name, color: tagColors[known % tagColors.length] })
        .select('id, name, color')
        .single()
        .throwOnError()
      return data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: tagsKey, exact: true }),
  })
}

/** Adds a tag to a contact or removes it. Optimistic, rolled back on error. */
export function useTagContact(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const key = contactTagsKey(contactId)
  return useMutation({
    async mutationFn({ tag, isOn }: { tag: ShownTag; isOn: boolean }) {
      const row = { contact_id: contactId, tag_id: tag.id }
      if (isOn) await backend.from('contact_tags').upsert(row, { ignoreDuplicates: true }).throwOnError()
      else await backend.from('contact_tags').delete().match(row).throwOnError()
    },
    async onMutate({ tag, isOn }) {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<ShownTag[]>(key)
      queries.setQueryData<ShownTag[]>(key, (tags = []) => {
        const others = tags.filter(({ id }) => id !== tag.id)
        return isOn ? [...others, tag] : others
      })
      return before
    },
    onError: (_error, _change, before) => queries.setQueryData(key, before),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: ['contacts', 'list'] }),
      ]),
  })
}

export function useRecolourTag() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, color }: Pick<Tag, 'id' | 'color'>) =>
      void (await backend.from('tags').update({ color }).eq('id', id).select('id').single().throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: tagsKey }),
  })
}

/** Saves only over the name that was read (`before`). */
export function useRenameTag() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, before, name }: Pick<Tag, 'id' | 'name'> & { before: string }) {
      const { data } = await backend
        .from('tags')
        .update({ name })
        .eq('id', id)
        .eq('name', before)
        .select('id')
        .throwOnError()
      await requireUpdated(data, backend.from('tags').select('id').eq('id', id).maybeSingle().throwOnError())
    },
    onSettled: () => queries.invalidateQueries({ queryKey: tagsKey }),
  })
}

/** The number of contacts that had the tag; `restore` undoes the deletion. */
export type DeletedTag = { changed: number; restore: () => Promise<void> }

/** Deletes a tag and removes it from all contacts. */
export async function deleteTag(backend: Backend, id: string): Promise<DeletedTag> {
  const { data } = await backend.rpc('delete_tag', { tag: id }).throwOnError()
  const { batch, changed } = data
  return {
    changed,
    async restore() {
      await backend.rpc('undo_bulk', { batch }).throwOnError()
    },
  }
}

export function useDeleteTag() {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = () =>
    Promise.all([tagsKey, ['contacts', 'list']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  return useMutation({
    async mutationFn(id: string): Promise<DeletedTag> {
      const { changed, restore } = await deleteTag(backend, id)
      return { changed, restore: () => restore().finally(() => void invalidate()) }
    },
    onSettled: invalidate,
  })
}
