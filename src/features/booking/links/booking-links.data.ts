// Single-use booking links: creation and lists for staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useBookableTypes } from '../appointments.data.ts'
import type { LinkState } from '#platform/personal-links/link-states.ts'
import type { MadeLink } from '#platform/personal-links/made-link.ts'
import type { MakeBookingLink } from './booking-links.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'booking_links_of.state': LinkState
  }
}

const key = ['booking-links'] as const

export function useMakeBookingLink() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: MakeBookingLink) => invoke<MadeLink>(backend, 'make-booking-link', input),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Active types for which the caller may create links. */
export function useLinkableTypes() {
  const { data: types } = useBookableTypes()
  const me = useUserId()
  const roles = useOwnRoles()
  const makesAll = isAdmin(roles) || roles.includes('sales')
  return { data: types?.filter(({ user_id: host }) => makesAll || host === me) }
}

/** The links of a type, newest first. */
export function useBookingLinks(typeId: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, typeId],
    staleTime: 0,
    queryFn: async () => (await backend.rpc('booking_links_of', { type: typeId }).throwOnError()).data,
  })
}

export function useSetBookingLinkRevoked() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isRevoked }: { id: string; isRevoked: boolean }) =>
      void (await backend.rpc('set_booking_link_revoked', { link: id, is_revoked: isRevoked }).throwOnError()),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
