import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { roleLabels } from '#platform/accounts/accounts.ts'
import { changeRole, type ShownMember, useChangeRole, useInvalidateTeam } from '#features/team/team.data.ts'
import { InviteStaff, refusals, type StaffRole } from '#features/team/team.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { RoleChoice } from './role-choice.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const RoleEdit = InviteStaff.pick({ role: true })
const fields = { role_not_yours_to_give: 'role', last_owner: 'role' }

type Props = { member: ShownMember | undefined; onClose: () => void }

/** Changes a member's role, or reactivates a former member. */
export function RoleDialog({ member, onClose }: Props) {
  const isHere = member !== undefined && member.roles.length > 0
  return (
    <RecordDialog
      open={member !== undefined}
      onClose={onClose}
      title={member && `${isHere ? 'התפקיד של' : 'החזרה לצוות:'} ${isolate(member.name)}`}
      text={isHere ? 'נכנס לתוקף מיד, גם במה שפתוח עכשיו.' : 'הכניסה נפתחת שוב. מה שהועבר לאחרים נשאר אצלם.'}
    >
      {member && <RoleForm member={member} isHere={isHere} />}
    </RecordDialog>
  )
}

function RoleForm({ member, isHere }: { member: ShownMember; isHere: boolean }) {
  const backend = useBackend()
  const change = useChangeRole()
  const readAgain = useInvalidateTeam()
  const before = member.roles[0] ?? member.former_roles[0]
  const isUnchanged = (role: StaffRole) => isHere && member.roles.length === 1 && role === before

  function saved(role: StaffRole) {
    if (isUnchanged(role)) return
    const title = `${isolate(member.name)}: ${roleLabels[role]}`
    if (!isHere || !before) return void toast.success(title)
    offerUndo({
      title,
      undo: async () => {
        await changeRole(backend, { member: member.user_id, role: before })
        await readAgain()
      },
      explain: (error) => refusalText(error, refusals),
    })
  }

  return (
    <RecordForm
      schema={RoleEdit}
      refusals={refusals}
      fields={fields}
      save={async ({ role }) => {
        if (!isUnchanged(role)) await change.mutateAsync({ member: member.user_id, role })
      }}
      saved={(_, { role }) => saved(role)}
      action={isHere ? 'שמירת התפקיד' : 'החזרה לצוות'}
    >
      {(errors) => <RoleChoice chosen={before} error={errors['role']} />}
    </RecordForm>
  )
}
