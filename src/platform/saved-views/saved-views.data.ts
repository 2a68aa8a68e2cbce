// Data access of saved views.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { type Entity, refusals, type SavedView } from './saved-views.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'saved_views.query': SavedView['query']
  }
}

const shownColumns = 'id, user_id, entity, name, query, shared, position, version'
export type ShownView = Omit<SavedView, 'created_at'>

/** The caller's own views and shared ones, in tab order. */
export async function readViews(backend: Backend, entity: Entity): Promise<ShownView[]> {
  const { data } = await backend
    .from('saved_views')
    .select(shownColumns)
    .eq('entity', entity)
    .order('position')
    .order('created_at')
    .throwOnError()
  return data
}

const viewsKey = (entity: Entity) => ['saved_views', entity] as const

export function useViews(entity: Entity) {
  const backend = useBackend()
  return useQuery({ queryKey: viewsKey(entity), queryFn: () => readViews(backend, entity) })
}

export async function saveView(
  backend: Backend,
  view: Pick<SavedView, 'entity' | 'name' | 'query' | 'shared'> & Partial<Pick<SavedView, 'id' | 'position'>>,
): Promise<ShownView> {
  const { data } = await backend.from('saved_views').insert(view).select(shownColumns).single().throwOnError()
  return data
}

export type ViewChanges = Partial<Pick<SavedView, 'name' | 'query' | 'shared'>>

export async function changeView(backend: Backend, id: string, changes: ViewChanges): Promise<void> {
  await backend.from('saved_views').update(changes).eq('id', id).select('id').single().throwOnError()
}

/** Add, update and delete views, each with a toast; update and delete offer undo. */
export function useViewChanges(entity: Entity) {
  const backend = useBackend()
  const queries = useQueryClient()
  const invalidate = () => queries.invalidateQueries({ queryKey: viewsKey(entity) })
  const failed = (error: unknown) => void toast.error(refusalText(error, refusals))

  const save = useMutation({
    mutationFn: ({ search, ...view }: { name: string; search: string; shared: boolean; position: number }) =>
      saveView(backend, { entity, ...view, query: { search } }),
    onSuccess: invalidate,
  })
  const change = useMutation({
    mutationFn: ({ view, changes }: { view: ShownView; changes: ViewChanges; toastText: string }) =>
      changeView(backend, view.id, changes),
    onSuccess: async (_, { view, toastText }) => {
      await invalidate()
      offerUndo({
        title: toastText,
        undo: async () => {
          const { name, query, shared } = view
          await changeView(backend, view.id, { name, query, shared })
          await invalidate()
        },
        explain: (error) => refusalText(error, refusals),
      })
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: async (view: ShownView) => {
      await backend.from('saved_views').delete().eq('id', view.id).select('id').single().throwOnError()
    },
    onSuccess: async (_, { id, name, query, shared, position }) => {
      await invalidate()
      offerUndo({
        title: `התצוגה ${isolate(name)} נמחקה`,
        undo: async () => {
          await saveView(backend, { id, entity, name, query, shared, position })
          await invalidate()
        },
        explain: (error) => refusalText(error, refusals),
      })
    },
    onError: failed,
  })
  return { save, change, remove }
}
