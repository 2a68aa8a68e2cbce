// When the form password was set, as shown to the form's owner. The password is never returned.
import { useQuery } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { key, useFormChange } from '../forms.data.ts'

/** When the password was set; null without one. */
export function useFormPassword(formId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, formId, 'password'],
    staleTime: 0,
    async queryFn() {
      const { data } = await backend
        .from('form_passwords')
        .select('changed_at')
        .eq('form_id', formId)
        .throwOnError()
        .maybeSingle()
      return data?.changed_at ?? null
    },
  })
}

/** Null removes the password. */
export const useSetFormPassword = () =>
  useFormChange((backend, change: { id: string; password: string | null }) =>
    invoke<object>(backend, 'set-form-password', change),
  )
