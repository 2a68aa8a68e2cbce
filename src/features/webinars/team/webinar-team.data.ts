// Hosts and moderators of webinars, and what the signed-in user may do in a room.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import { may } from '#platform/accounts/permissions.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

export type TeamRole = 'host' | 'moderator'

const key = ['webinars', 'team'] as const

export function useWebinarTeam(webinar: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, webinar],
    queryFn: async () =>
      (
        await backend
          .from('webinar_team')
          .select('user_id, role')
          .eq('webinar_id', webinar)
          .order('created_at')
          .throwOnError()
      ).data,
  })
}

/** What the caller may do in the rooms of a webinar; nothing while loading. The database decides. */
export function useRoomRights(webinar: string) {
  const me = useUserId()
  const mine = useOwnRoles()
  const { data: team } = useWebinarTeam(webinar)
  if (isAdmin(mine)) return { enters: true, hosts: true }
  if (!team) return { enters: false, hosts: false }
  const role = team.find(({ user_id: id }) => id === me)?.role
  if (hasHost(team)) return { enters: role !== undefined, hosts: role === 'host' }
  const hosts = may(mine, 'host webinars')
  return { enters: hosts || role !== undefined || (team.length === 0 && mine.length > 0), hosts }
}

/** Whether hosts are named. Without one, hosts are determined by role. */
export const hasHost = (team: readonly { role: string }[]) => team.some(({ role }) => role === 'host')

function useChange<Input>(change: (backend: Backend, input: Input) => Promise<void>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Adds a member, or changes a member's role. */
export const useSaveMember = (webinar: string) =>
  useChange(async (backend, { user, role }: { user: string; role: TeamRole }) => {
    await backend
      .from('webinar_team')
      .upsert({ webinar_id: webinar, user_id: user, role }, { onConflict: 'webinar_id,user_id' })
      .throwOnError()
  })

export const useRemoveMember = (webinar: string) =>
  useChange(async (backend, user: string) => {
    await backend.from('webinar_team').delete().match({ webinar_id: webinar, user_id: user }).throwOnError()
  })
