import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { roleLabels } from '#platform/accounts/accounts.ts'
import { changeRole, type ShownMember, useChangeRole, useInvalidateTeam } from '#features/team/team.data.ts'
import { refusals, staffRoles } from '#features/team/team.ts'
import { formText } from '#lib/forms/form-text.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { RoleChoice } from './role-choice.tsx'

type Props = { member: ShownMember | undefined; onClose: () => void }

/** Changes a member's role, or reactivates a former member. */
export function RoleDialog({ member, onClose }: Props) {
  const isHere = member !== undefined && member.roles.length > 0
  return (
    <Dialog
      open={member !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={member && `${isHere ? 'התפקיד של' : 'החזרה לצוות:'} ${isolate(member.name)}`}
      text={isHere ? 'נכנס לתוקף מיד, גם במה שפתוח עכשיו.' : 'הכניסה נפתחת שוב. מה שהועבר לאחרים נשאר אצלם.'}
    >
      {member && <RoleForm member={member} isHere={isHere} onDone={onClose} />}
    </Dialog>
  )
}

function RoleForm({ member, isHere, onDone }: { member: ShownMember; isHere: boolean; onDone: () => void }) {
  const backend = useBackend()
  const change = useChangeRole()
  const readAgain = useInvalidateTeam()
  const [fault, setFault] = useState<string>()
  const before = member.roles[0] ?? member.former_roles[0]

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const role = staffRoles.find((one) => one === formText(new FormData(event.currentTarget), 'role'))
    if (!role) return setFault('יש לבחור תפקיד')
    if (isHere && member.roles.length === 1 && role === before) return onDone()
    return change.mutate(
      { member: member.user_id, role },
      {
        onSuccess() {
          onDone()
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
        },
        onError: (error) => setFault(refusalText(error, refusals)),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <RoleChoice chosen={before} error={fault} />
      </DialogBody>
      <FormActions words={isHere ? 'שמירת התפקיד' : 'החזרה לצוות'} busy={change.isPending} onBack={onDone} />
    </form>
  )
}
