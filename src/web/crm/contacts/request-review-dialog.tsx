import { refusalText } from '#client/refusal.ts'
import { useNow } from '#client/now.ts'
import { mainPoint } from '#features/contacts/contact-head.tsx'
import type { ShownContact } from '#features/contacts/contacts.data.ts'
import { useAskForReview, useLastReviewRequest } from '#features/reviews/requests/review-requests.data.ts'
import { reviewDays, refusals } from '#features/reviews/reviews.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { contact: ShownContact; open: boolean; onOpenChange: (open: boolean) => void }

/** Confirms a review request: shows the recipient, and the date of the last request. */
export function RequestReviewDialog({ contact, open, onOpenChange }: Props) {
  const now = useNow()
  const { data: last } = useLastReviewRequest(contact.id, open)
  const openDialog = useAskForReview(contact.id)
  const address = mainPoint(contact.points, 'email')
  const isOpen = last && !last.closed_at && new Date(last.expires_at) > now

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="בקשת המלצה">
      <DialogBody>
        {address ? (
          <p>
            מייל עם קישור אישי יישלח אל <bdi>{contact.full_name}</bdi>, לכתובת <Ltr>{address}</Ltr>. הקישור תקף{' '}
            {reviewDays.request} ימים, ומה שייכתב יחכה כאן לקריאה. בלילה, בשבת ובחג המייל ממתין, ותזכורת לא נשלחת.
          </p>
        ) : (
          <p>{refusals.no_address_to_ask}.</p>
        )}
        {last && (
          <p>
            {isOpen
              ? `בקשה נשלחה ב־${formatDate(last.created_at)}, והיא פתוחה עד ${formatDate(last.expires_at)}.`
              : `בקשה קודמת נשלחה ב־${formatDate(last.created_at)}${last.review_id ? ', ונענתה' : ''}.`}
          </p>
        )}
      </DialogBody>
      <DialogActions>
        <Button
          look="primary"
          busy={openDialog.isPending}
          disabled={!address || isOpen === true}
          onClick={() =>
            openDialog.mutate(undefined, {
              onSuccess() {
                toast.success('הבקשה נשלחה')
                onOpenChange(false)
              },
              onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבקשה לא נשלחה' }),
            })
          }
        >
          {openDialog.isPending ? 'שולחים' : 'שליחת הבקשה'}
        </Button>
        <Button look="ghost" onClick={() => onOpenChange(false)}>
          חזרה
        </Button>
      </DialogActions>
    </Dialog>
  )
}
