// Categories and authors of posts, for site editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { slugOf } from './slug.ts'

const tables = { categories: 'post_categories', authors: 'post_authors' } as const
type Kind = keyof typeof tables
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
      const saved = kind === 'categories' ? saveCategory(backend, id, written) : saveAuthor(backend, id, written)
      const { data } = await saved.select('id').single().throwOnError()
      return data.id
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}

function saveCategory(backend: Backend, id: string | undefined, { name }: Subject['categories']) {
  const table = backend.from('post_categories')
  return id ? table.update({ name }).eq('id', id) : table.insert({ name, slug: slugOf(name) })
}

function saveAuthor(backend: Backend, id: string | undefined, author: Partial<Subject['authors']> & { name: string }) {
  const table = backend.from('post_authors')
  return id ? table.update(author).eq('id', id) : table.insert(author)
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
