// Data access of the team screen.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { HandOver, StaffRole, TeamMember } from './team.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'team_members.roles': TeamMember['roles']
    'team_members.former_roles': TeamMember['former_roles']
  }
}

const key = ['team'] as const

/** A member with their photo's URL, if any. */
export type ShownMember = TeamMember & { photo_url: string | null }

async function readTeam(backend: Backend): Promise<ShownMember[]> {
  const { data } = await backend.rpc('team_members').throwOnError()
  const photos = backend.storage.from('business-profiles')
  return data.map((member) => ({
    ...member,
    photo_url: member.photo_path && photos.getPublicUrl(member.photo_path).data.publicUrl,
  }))
}

export function useTeam() {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, 'members'], queryFn: () => readTeam(backend), staleTime: 0 })
}

const invitationColumns =
  'id, email, role, invited_by, created_at, sent_at, expires_at, accepted_at, accepted_by, revoked_at, version'

/** Pending invitations, newest first. */
export function useInvitations() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'invitations'],
    queryFn: async () =>
      (
        await backend
          .from('staff_invitations')
          .select(invitationColumns)
          .is('accepted_at', null)
          .is('revoked_at', null)
          .order('sent_at', { ascending: false })
          .throwOnError()
      ).data,
    staleTime: 0,
  })
}

export function useTeamRules() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'rules'],
    queryFn: async () =>
      (await backend.from('team_rules').select('second_factor_required').single().throwOnError()).data,
  })
}

/** Runs a change and refetches the team, including the names cached for all screens. */
function useTeamChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const invalidate = useInvalidateTeam()
  return useMutation({ mutationFn: (input: Input) => change(backend, input), onSettled: invalidate })
}

/** Invalidates everything a team change affects: names and owners. */
export function useInvalidateTeam() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [key, ['staff_members'], ['contacts'], ['opportunities'], ['tasks'], ['processes']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}

export const useInvite = () =>
  useTeamChange((backend, wish: { email: string; role: StaffRole }) =>
    invoke<{ id: string }>(backend, 'invite-staff', wish),
  )

export const useResend = () =>
  useTeamChange((backend, id: string) => invoke<{ id: string }>(backend, 'resend-staff-invitation', { id }))

export const useRevoke = () =>
  useTeamChange(async (backend, id: string) => {
    await backend
      .from('staff_invitations')
      .update({ revoked_at: new Date().toISOString() })
      .eq('id', id)
      .select('id')
      .single()
      .throwOnError()
  })

/** Replaces all roles of a user by one. Also reactivates a former member. */
export async function changeRole(backend: Backend, { member, role }: { member: string; role: StaffRole }) {
  await backend.rpc('change_member_role', { member, new_role: role }).throwOnError()
}
export const useChangeRole = () => useTeamChange(changeRole)

/** Returns the handover id, for undo. */
export const useHandOver = () =>
  useTeamChange(async (backend, wish: HandOver) => (await backend.rpc('hand_over', wish).throwOnError()).data)

/** Returns the number of rows that were reassigned since and not restored. */
export const undoHandover = async (backend: Backend, handover: string): Promise<number> =>
  (await backend.rpc('undo_handover', { handover }).throwOnError()).data

export const useAskForSecondFactor = () =>
  useTeamChange(async (backend, isAsked: boolean) => {
    await backend
      .from('team_rules')
      .update({ second_factor_required: isAsked })
      .eq('id', true)
      .select('id')
      .single()
      .throwOnError()
  })
