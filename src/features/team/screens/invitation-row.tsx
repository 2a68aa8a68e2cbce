import { MailPlus } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { roleLabels } from '#platform/accounts/accounts.ts'
import { useResend, useRevoke } from '#features/team/team.data.ts'
import { type Invitation, refusals } from '#features/team/team.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

/** A pending invitation: resend with a new token, or revoke. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, sent_at: sentAt, expires_at: expiresAt } = invitation
  const now = useNow()
  const resend = useResend()
  const revoke = useRevoke()
  const hasExpired = Date.parse(expiresAt) <= now.getTime()
  const mayAct = useOwnRoles().includes('owner') || role !== 'owner'
  return (
    <li>
      <span className="option__icon">
        <Icon of={MailPlus} />
      </span>
      <div>
        <p className="team__name">
          <Ltr>{email}</Ltr>
          <Badge>{roleLabels[role]}</Badge>
          {hasExpired && <Badge kind="warning">פגה</Badge>}
        </p>
        <p className="team__facts">
          <span>נשלחה {relativeTime(sentAt, now)}</span>
          {!hasExpired && <span>תפוג {relativeTime(expiresAt, now)}</span>}
        </p>
      </div>
      {mayAct && (
        <div className="team__acts team__acts--wide">
          <Button
            size="sm"
            busy={resend.isPending}
            aria-label={`שליחה חוזרת: ${email}`}
            onClick={() =>
              resend.mutate(id, {
                onSuccess: () => toast.success('ההזמנה נשלחה שוב. הקישור הקודם כבר לא פותח'),
                onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההזמנה לא נשלחה' }),
              })
            }
          >
            שליחה חוזרת
          </Button>
          <Button
            size="sm"
            look="ghost"
            busy={revoke.isPending}
            aria-label={`ביטול ההזמנה: ${email}`}
            onClick={() =>
              // Awaited instead of mutation callbacks: those are dropped when the row unmounts after the refetch.
              void revoke.mutateAsync(id).then(
                () => toast.success('ההזמנה בוטלה. הקישור שנשלח כבר לא פותח'),
                (error) => toast.error(refusalText(error, refusals), { title: 'ההזמנה לא בוטלה' }),
              )
            }
          >
            ביטול
          </Button>
        </div>
      )}
    </li>
  )
}
