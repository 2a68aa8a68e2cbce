// The portal invitation card for staff: its state, sending a new link, and revoking.
import { Link2, Mail, X } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useInvitation, useInvite, useRevokeInvitation } from './client-invitations.data.ts'
import { refusals } from './client-invitations.ts'

type Invitation = NonNullable<ReturnType<typeof useInvitation>['data']>

const stateLabels: Record<Invitation['state'], string> = {
  draft: 'קישור נוצר, לא נשלח',
  sent: 'נשלחה',
  opened: 'נפתחה',
  accepted: 'התקבלה',
  expired: 'פגה',
  revoked: 'בוטלה',
}

type Props = { contactId: string; hasAccount: boolean }

export function InvitationCard({ contactId, hasAccount }: Props) {
  const { data: invitation, isPending } = useInvitation(contactId)
  const invite = useInvite(contactId)
  const revoke = useRevokeInvitation(contactId)
  if (isPending) return null
  const isLive = invitation && ['draft', 'sent', 'opened', 'expired'].includes(invitation.state)

  async function send() {
    try {
      const { email } = await invite.mutateAsync('mail')
      toast.success(`ההזמנה נשלחה ל־${email}`)
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  async function copy() {
    try {
      const { link } = await invite.mutateAsync('link')
      await navigator.clipboard.writeText(link ?? '')
      toast.success('הקישור הועתק. הוא אישי ותקף 14 ימים')
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  async function end() {
    try {
      await revoke.mutateAsync()
      toast.success('ההזמנה בוטלה. הקישורים שלה כבר לא נפתחים')
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }

  return (
    <Block
      title="כניסה לאזור האישי"
      action={
        (hasAccount || invitation) && (
          <Badge kind={hasAccount ? 'success' : undefined}>
            {hasAccount ? 'פעילה' : stateLabels[invitation!.state]}
          </Badge>
        )
      }
    >
      {hasAccount ? (
        <BlockText>
          {invitation?.accepted_at ? `הצטרפו ב־${formatDate(invitation.accepted_at)}.` : 'יש חשבון פעיל.'}
        </BlockText>
      ) : (
        <>
          <BlockText>{invitation ? <InvitationFacts invitation={invitation} /> : 'עוד לא נשלחה הזמנה.'}</BlockText>
          <div className="block__actions">
            <Button size="sm" icon={<Icon of={Mail} />} busy={invite.isPending} onClick={() => void send()}>
              {invitation?.sent_at && isLive ? 'שליחה שוב' : 'שליחת הזמנה'}
            </Button>
            <Button
              size="sm"
              look="ghost"
              icon={<Icon of={Link2} />}
              busy={invite.isPending}
              onClick={() => void copy()}
            >
              העתקת קישור
            </Button>
            {isLive && (
              <Button size="sm" look="ghost" icon={<Icon of={X} />} busy={revoke.isPending} onClick={() => void end()}>
                ביטול ההזמנה
              </Button>
            )}
          </div>
        </>
      )}
    </Block>
  )
}

function InvitationFacts({
  invitation: { email, sent_at, opened_at, expires_at, resent_count, requested_at, state },
}: {
  invitation: Invitation
}) {
  const facts = [
    sent_at && `נשלחה ב־${formatDate(sent_at)}`,
    resent_count > 0 &&
      count(resent_count, { one: 'נשלחה שוב פעם אחת', two: 'נשלחה שוב פעמיים', other: 'נשלחה שוב # פעמים' }),
    opened_at && `נפתחה ב־${formatDate(opened_at)}`,
    state === 'expired'
      ? `פגה ב־${formatDate(expires_at)}`
      : state !== 'revoked' && `תקפה עד ${formatDate(expires_at)}`,
    requested_at && 'ביקשו קישור חדש',
  ]
  return (
    <>
      <Ltr>{email}</Ltr>. {facts.filter(Boolean).join(', ')}.
    </>
  )
}
