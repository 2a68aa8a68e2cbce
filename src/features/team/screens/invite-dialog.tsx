import { useInvite } from '#features/team/team.data.ts'
import { InviteStaff, invitationDays, refusals } from '#features/team/team.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { RoleChoice } from './role-choice.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function InviteDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="הזמנה לצוות"
      text={`יישלח קישור אישי, טוב ל־${invitationDays} ימים. מי שפותח אותו בוחר סיסמה ונכנס.`}
    >
      {open && <InviteForm onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

const fields = {
  already_invited: 'email',
  already_on_team: 'email',
  invitation_email_invalid: 'email',
  role_not_yours_to_give: 'role',
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { faults, read, refused } = useValidatedForm(InviteStaff, { refusals, fields })
  const inviting = useInvite()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const request = read(event)
        if (!request || inviting.isPending) return
        inviting.mutate(request, {
          onSuccess() {
            toast.success(`ההזמנה נשלחה אל ${request.email}`)
            onDone()
          },
          onError: refused,
        })
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="email"
          label="דוא״ל"
          type="email"
          dir="ltr"
          required
          autoComplete="off"
          maxLength={254}
          error={faults['email']}
        />
        <RoleChoice chosen="coach" error={faults['role']} />
      </DialogBody>
      <FormActions words="שליחת ההזמנה" busy={inviting.isPending} onBack={onDone} />
    </form>
  )
}
