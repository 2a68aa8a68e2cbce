// Categories and authors of posts, for site editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import type { PostAuthor, PostCategory } from './blog.ts'
import { slugOf } from './slug.ts'

const tables = { categories: 'post_categories', authors: 'post_authors' } as const
type Kind = keyof typeof tables
type Row = { categories: PostCategory; authors: PostAuthor }
/** Editable columns of a row. */
export type Subject = { categories: { name: string }; authors: { name: string; about: string } }

export function useSubjects<K extends Kind>(kind: K) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['posts', kind],
    queryFn: async () => {
      const { data } = await backend
        .from(tables[kind])
        .select('*')
        .order(kind === 'categories' ? 'position' : 'created_at')
        .order('name')
        .throwOnError()
        .overrideTypes<Row[K][], { merge: false }>()
      return data
    },
  })
}

/** Inserts without an id, updates with one. */
export function useSaveSubject<K extends Kind>(kind: K) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, written }: { id?: string | undefined; written: Subject[K] }) => {
      const table = backend.from(tables[kind])
      const made: object = kind === 'categories' ? { ...written, slug: slugOf(written.name) } : written
      const asked = id ? table.update(written as object).eq('id', id) : table.insert(made)
      const { data } = await asked.select('id').single<{ id: string }>().throwOnError()
      return data.id
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}

export function useRemoveSubject(kind: Kind) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await backend.from(tables[kind]).delete().eq('id', id).throwOnError()
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}
