// Team members with workload, pending invitations, second factor policy.
import './team-tab.css'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type ShownMember, useInvitations, useTeam } from '#features/team/team.data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

type OpenDialog = { what: 'role' | 'leave' | 'hand-over'; member: ShownMember }

export function TeamTab() {
  const team = useTeam()
  const invitations = useInvitations()
  const [isInviting, setInviting] = useState(false)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  if (team.isPending) return <Loading />
  if (!team.data) return <FailedToLoad insteadOf={team.data} error={team.error} onRetry={() => void team.refetch()} />
  const here = team.data.filter(({ roles }) => roles.length > 0)
  const removed = team.data.filter(({ roles }) => roles.length === 0)
  const close = () => setOpenDialog(undefined)
  const ask = (what: OpenDialog['what']) => (member: ShownMember) => setOpenDialog({ what, member })
  const acts = { onRole: ask('role'), onLeave: ask('leave'), onHandOver: ask('hand-over') }
  return (
    <div className="settings__form">
      <SettingsCard
        title={`בצוות: ${here.length}`}
        action={
          <Button size="sm" look="primary" icon={<Icon of={UserPlus} />} onClick={() => setInviting(true)}>
            הזמנה לצוות
          </Button>
        }
      >
        <ul className="team">
          {here.map((member) => (
            <MemberRow key={member.user_id} member={member} {...acts} />
          ))}
        </ul>
      </SettingsCard>
      {invitations.error && !invitations.data && (
        <FailedToLoad
          insteadOf={invitations.data}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
        />
      )}
      {invitations.data && invitations.data.length > 0 && (
        <SettingsCard title="הזמנות שמחכות">
          <ul className="team">
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </SettingsCard>
      )}
      <SecondFactorCard members={here} />
      {removed.length > 0 && (
        <SettingsCard title="כבר לא בצוות">
          <ul className="team">
            {removed.map((member) => (
              <MemberRow key={member.user_id} member={member} {...acts} />
            ))}
          </ul>
        </SettingsCard>
      )}
      <InviteDialog open={isInviting} onOpenChange={setInviting} />
      <RoleDialog member={openDialog?.what === 'role' ? openDialog.member : undefined} onClose={close} />
      <HandOverDialog
        member={openDialog && openDialog.what !== 'role' ? openDialog.member : undefined}
        leaves={openDialog?.what === 'leave'}
        onClose={close}
      />
    </div>
  )
}
