import { MoreHorizontal, ShieldCheck, UserMinus, UserRoundCog, UserRoundPlus, Waypoints } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { useUserId } from '#client/session-context.tsx'
import { roleLabels } from '#platform/accounts/accounts.ts'
import type { ShownMember } from '#features/team/team.data.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { workloadText } from './workload-text.ts'

type OnMember = (member: ShownMember) => void

/** A team member: photo, role, last seen, workload, actions. */
export function MemberRow({
  member,
  onRole,
  onLeave,
  onHandOver,
}: {
  member: ShownMember
  onRole: OnMember
  onLeave: OnMember
  onHandOver: OnMember
}) {
  const now = useNow()
  const isMe = useUserId() === member.user_id
  const isHere = member.roles.length > 0
  const { contacts, processes, opportunities, tasks, meetings } = member
  // Shown for former members only: their upcoming appointments have no active host.
  const load = workloadText({ contacts, processes, opportunities, tasks, ...(!isHere && { meetings }) })
  const hasWork = contacts + processes + opportunities + tasks > 0
  // Only owners manage owners; for others the actions are hidden.
  const mayAct = useOwnRoles().includes('owner') || !member.roles.includes('owner')
  return (
    <li className={isHere ? undefined : 'team__gone'}>
      <Avatar name={member.name} src={member.photo_url} />
      <div>
        <p className="team__name">
          <bdi>{member.name}</bdi>
          {isMe && <Badge>אני</Badge>}
          {(isHere ? member.roles : member.former_roles).map((role) => (
            <Badge key={role} {...(isHere && { kind: 'primary' as const })}>
              {roleLabels[role]}
            </Badge>
          ))}
          {isHere && member.has_second_factor && (
            <Badge kind="success">
              <Icon of={ShieldCheck} />
              דו־שלבי
            </Badge>
          )}
        </p>
        <p className="team__facts">
          <Ltr>{member.email}</Ltr>
          {isHere && (
            <span>
              {member.last_seen_at ? `כניסה אחרונה ${relativeTime(member.last_seen_at, now)}` : 'עוד לא נכנסו'}
            </span>
          )}
        </p>
        {load.length > 0 && (
          <p className="team__facts">
            <span className={isHere ? undefined : 'team__left'}>
              {isHere ? load.join(', ') : `נשארו בלי טיפול: ${load.join(', ')}`}
            </span>
          </p>
        )}
      </div>
      {mayAct && (
        <div className="team__acts">
          <Menu
            align="end"
            trigger={
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`פעולות: ${member.name}`}
                icon={<Icon of={MoreHorizontal} />}
              />
            }
          >
            <MenuItem icon={isHere ? UserRoundCog : UserRoundPlus} onSelect={() => onRole(member)}>
              {isHere ? 'שינוי תפקיד' : 'החזרה לצוות'}
            </MenuItem>
            {hasWork && (
              <MenuItem icon={Waypoints} onSelect={() => onHandOver(member)}>
                העברת הטיפול
              </MenuItem>
            )}
            {isHere && (
              <MenuItem icon={UserMinus} danger onSelect={() => onLeave(member)}>
                סיום העבודה במערכת
              </MenuItem>
            )}
          </Menu>
        </div>
      )}
    </li>
  )
}
