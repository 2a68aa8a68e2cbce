import { Check, DoorOpen, Ellipsis } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { lifecycleLabel } from '#features/contacts/contacts.ts'
import { type Member, type MemberChanges, useChangeMember } from '#features/households/households.data.ts'
import { type HouseholdRole, refusals, roleLabels } from '#features/households/households.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'

/** Members with their household role. */
export function MemberList({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return <BlockText>אף אחד לא רשום בבית הזה כבר</BlockText>
  return (
    <ul className="members">
      {members.map((member) => (
        <li key={member.id}>
          <Avatar name={member.full_name} />
          <span className="members__who">
            <Link to={`/crm/contacts/${member.id}`}>
              <bdi>{member.full_name}</bdi>
            </Link>
            <small>
              {[
                member.household_role && roleLabels[member.household_role][member.gender_form],
                lifecycleLabel(member.lifecycle, member.gender_form),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <MemberMenu member={member} />
        </li>
      ))}
    </ul>
  )
}

function MemberMenu({ member }: { member: Member }) {
  const { householdId = '' } = useParams()
  const change = useChangeMember()

  async function act(title: string, changes: MemberChanges, before: MemberChanges) {
    try {
      await change.mutateAsync({ id: member.id, changes })
      offerUndo({ title, undo: () => change.mutateAsync({ id: member.id, changes: before }) })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }

  const role = member.household_role
  return (
    <Menu
      align="end"
      trigger={
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`פעולות: ${member.full_name}`}
          icon={<Icon of={Ellipsis} />}
        />
      }
    >
      {(Object.keys(roleLabels) as HouseholdRole[]).map((one) => (
        <MenuItem
          key={one}
          end={one === role && <Icon of={Check} />}
          onSelect={() => void act('התפקיד בבית השתנה', { household_role: one }, { household_role: role })}
        >
          {roleLabels[one][member.gender_form]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={DoorOpen}
        danger
        onSelect={() =>
          void act(
            'הקישור לבית הוסר, והשיתוף הסתיים',
            { household_id: null, household_role: null },
            { household_id: householdId, household_role: role },
          )
        }
      >
        הסרת הקישור לבית
      </MenuItem>
    </Menu>
  )
}
