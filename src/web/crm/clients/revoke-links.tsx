import { refusalText } from '#client/refusal.ts'
import { refusals } from '#features/action-links/action-links.ts'
import { useRevokeLinks } from '#features/action-links/revoke-links.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Revokes the client's action links in mails, which need no sign-in, for example after a mail was forwarded. */
export function RevokeLinks({ contactId }: { contactId: string }) {
  const revoke = useRevokeLinks(contactId)
  async function end() {
    try {
      const ended = await revoke.mutateAsync()
      toast.success(
        ended === 0
          ? 'אין קישורים פתוחים'
          : count(ended, { one: 'בוטל קישור אחד', two: 'בוטלו שני קישורים', other: 'בוטלו # קישורים' }),
      )
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <Button look="link" busy={revoke.isPending} onClick={() => void end()}>
      ביטול הקישורים שנשלחו במיילים
    </Button>
  )
}
