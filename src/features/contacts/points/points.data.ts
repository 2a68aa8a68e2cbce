// Contact points of a contact: add, edit, share with the household, delete.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import { contactKey, type Point } from '../contacts.data.ts'
import type { ContactPoint } from '../contacts.ts'

/** `value_norm` in normal form: E.164, or a trimmed address in lower case. */
export type NewPoint = Pick<ContactPoint, 'contact_id' | 'kind' | 'value_raw' | 'value_norm' | 'is_primary'> &
  Partial<Pick<ContactPoint, 'id' | 'shared_in_household'>>

export type PointChanges = Pick<ContactPoint, 'shared_in_household'>
type PointValue = Pick<ContactPoint, 'value_raw' | 'value_norm'>

/** Mutations of the contact points of `contactId`. Each resolves when saved and throws the server's refusal. */
export function usePoints(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: contactKey(contactId) }),
      queries.invalidateQueries({ queryKey: ['households'] }),
    ])
  const points = () => backend.from('contact_points')
  const add = useMutation({
    mutationFn: async (point: NewPoint) => void (await points().insert(point).throwOnError()),
    onSettled,
  })
  const change = useMutation({
    mutationFn: async ({ id, ...changes }: Pick<Point, 'id'> & PointChanges) =>
      void (await points().update(changes).eq('id', id).select('id').single().throwOnError()),
    onSettled,
  })
  /** Saves only over the value that was read. */
  const correct = useMutation({
    async mutationFn({ seen, value }: { seen: Pick<Point, 'id' | 'value_norm'>; value: PointValue }) {
      const { data } = await points()
        .update(value)
        .eq('id', seen.id)
        .eq('value_norm', seen.value_norm)
        .select('id')
        .throwOnError()
      await requireUpdated(data, points().select('id').eq('id', seen.id).maybeSingle().throwOnError())
    },
    onSettled,
  })
  const makeMain = useMutation({
    mutationFn: async (id: string) => void (await backend.rpc('make_primary_point', { point: id }).throwOnError()),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: async (id: string) => void (await points().delete().eq('id', id).select('id').single().throwOnError()),
    onSettled,
  })
  return { add, change, correct, makeMain, remove }
}
