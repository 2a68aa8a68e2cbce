// Personal links created by staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { key } from '../forms.data.ts'
import type { FormLinkState } from './form-link-states.ts'
import type { MadeLink } from '#platform/personal-links/made-link.ts'
import type { MakeFormLink } from './form-links.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'form_links_of.state': FormLinkState
  }
}

const linksKey = [...key, 'links'] as const

export function useMakeFormLink() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: MakeFormLink) => invoke<MadeLink>(backend, 'make-form-link', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: linksKey }),
  })
}

/** The links of a contact, newest first. */
export function useFormLinks(contactId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...linksKey, contactId],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('form_links_of', { contact: contactId }).throwOnError()).data,
  })
}

export function useSetLinkRevoked() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isRevoked }: { id: string; isRevoked: boolean }) =>
      void (await backend.rpc('set_form_link_revoked', { link: id, is_revoked: isRevoked }).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: linksKey }),
  })
}

/** Published forms that accept submissions, by name. */
export function useSendableForms() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'sendable'],
    staleTime: 0,
    queryFn: async () =>
      (
        await backend
          .from('forms')
          .select('id, title')
          .eq('status', 'published')
          .is('deleted_at', null)
          .order('title')
          .order('id')
          .throwOnError()
      ).data,
  })
}
