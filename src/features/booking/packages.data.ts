// Packages of a contact and its household.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FunctionRow } from '#client/database.types.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import type { PackageEdit } from './appointment-forms.ts'

export type Package = FunctionRow<'packages_of_contact'>

// Shares the appointments prefix, because each booking changes the remaining meetings.
const keyOf = (contactId: string) => ['appointments', 'packages', contactId] as const

export function usePackages(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: keyOf(contactId),
    queryFn: async () => (await backend.rpc('packages_of_contact', { contact: contactId }).throwOnError()).data,
    staleTime: 0,
  })
}

/** Saves a package; `before` is undefined for a new one. Saving over a newer version is refused as stale. */
export function useSavePackage(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ before, typed: { type_id, ...typed } }: { before?: Package | undefined; typed: PackageEdit }) {
      if (!before)
        return void (await backend
          .from('session_packages')
          .insert({ ...typed, type_id, contact_id: contactId })
          .throwOnError())
      const { data } = await backend
        .from('session_packages')
        .update(typed)
        .eq('id', before.id)
        .eq('version', before.version)
        .select('id')
        .throwOnError()
      await requireUpdated(
        data,
        backend.from('session_packages').select('id').eq('id', before.id).maybeSingle().throwOnError(),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(contactId) }),
  })
}
