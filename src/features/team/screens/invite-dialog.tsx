import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { useInvite } from '#features/team/team.data.ts'
import { InviteStaff, invitationDays, refusals } from '#features/team/team.ts'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RoleChoice } from './role-choice.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  already_invited: 'email',
  already_on_team: 'email',
  invitation_email_invalid: 'email',
  role_not_yours_to_give: 'role',
}

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export function InviteDialog({ open, onOpenChange }: Props) {
  const inviting = useInvite()
  const isMailConfigured = useMailStatus().data?.isConfigured ?? false
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="הזמנה לצוות"
      text={`יישלח קישור אישי, טוב ל־${invitationDays} ימים. בפתיחה שלו בוחרים סיסמה ונכנסים.`}
    >
      <RecordForm
        schema={InviteStaff}
        refusals={refusals}
        fields={fields}
        save={(request) => inviting.mutateAsync(request)}
        saved={(_, { email }) =>
          toast.success(isMailConfigured ? `ההזמנה בדרך אל ${email}` : `ההזמנה אל ${email} מחכה לדואר היוצא`)
        }
        action="שליחת ההזמנה"
      >
        {(errors) => (
          <>
            <MailNotice />
            <TextField
              name="email"
              label="דוא״ל"
              type="email"
              dir="ltr"
              required
              autoComplete="off"
              maxLength={254}
              error={errors['email']}
            />
            <RoleChoice chosen="coach" error={errors['role']} />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
