// Categories and authors of posts, for site editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { refusalCode } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import { slugOf } from './slug.ts'

const tables = { categories: 'post_categories', authors: 'post_authors' } as const
type Kind = keyof typeof tables
type Seen = { id: string; version: number }
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

/** Without `seen`, inserts a row; otherwise updates the row if its version is unchanged. */
export function useSaveSubject<K extends Kind>(kind: K) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ seen, written }: { seen: Seen | undefined; written: Subject[K] }) => {
      const saved = kind === 'categories' ? saveCategory(backend, seen, written) : saveAuthor(backend, seen, written)
      const { data } = await saved.select('id').throwOnError()
      if (seen)
        await requireUpdated(
          data,
          backend.from(tables[kind]).select('id').match({ id: seen.id }).maybeSingle().throwOnError(),
        )
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['posts'] }),
    // Skipped for a deleted row: a refetch would remove the form and its input.
    onError: (error) =>
      refusalCode(error) === 'stale_version' ? queries.invalidateQueries({ queryKey: ['posts'] }) : undefined,
  })
}

function saveCategory(backend: Backend, seen: Seen | undefined, { name }: Subject['categories']) {
  const table = backend.from('post_categories')
  return seen
    ? table.update({ name }).eq('id', seen.id).eq('version', seen.version)
    : table.insert({ name, slug: slugOf(name) })
}

type Author = Partial<Subject['authors']> & { name: string }

function saveAuthor(backend: Backend, seen: Seen | undefined, author: Author) {
  const table = backend.from('post_authors')
  return seen ? table.update(author).eq('id', seen.id).eq('version', seen.version) : table.insert(author)
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
