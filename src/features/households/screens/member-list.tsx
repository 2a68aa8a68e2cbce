import { Check, DoorOpen, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { lifecycleLabel } from '#features/contacts/contacts.ts'
import { type Member, type MemberChanges, useChangeMember } from '#features/households/households.data.ts'
import { type HouseholdRole, refusals, roleLabels } from '#features/households/households.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Dialog, DialogActions } from '#ui/layers/dialog.tsx'
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
  const change = useChangeMember()
  const [isRemoving, setRemoving] = useState(false)
  const role = member.household_role

  async function write(changes: MemberChanges, onDone: () => void) {
    try {
      await change.mutateAsync({ id: member.id, changes })
      onDone()
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  const setRole = (next: HouseholdRole) =>
    write({ household_role: next }, () =>
      offerUndo({
        title: 'התפקיד בבית השתנה',
        undo: () => change.mutateAsync({ id: member.id, changes: { household_role: role } }),
      }),
    )
  // A confirmation instead of undo: adding the member again would not restore what was shared.
  const remove = () =>
    write({ household_id: null, household_role: null }, () => {
      setRemoving(false)
      toast.success('הקישור לבית הוסר, והשיתוף הסתיים')
    })

  return (
    <>
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
          <MenuItem key={one} end={one === role && <Icon of={Check} />} onSelect={() => void setRole(one)}>
            {roleLabels[one][member.gender_form]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={DoorOpen} danger onSelect={() => setRemoving(true)}>
          הסרת הקישור לבית
        </MenuItem>
      </Menu>
      <Dialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="להסיר את הקישור לבית?"
        text="מה ששותף בין בני הבית לא יהיה משותף יותר, ובקשות חתימה שעוד לא נחתמו יבוטלו. קישור חדש לא מחזיר את השיתוף."
      >
        <DialogActions>
          <Button look="danger" busy={change.isPending} onClick={() => void remove()}>
            הסרת הקישור
          </Button>
          <Button look="ghost" onClick={() => setRemoving(false)}>
            חזרה
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
