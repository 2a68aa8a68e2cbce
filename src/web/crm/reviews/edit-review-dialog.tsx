import { type ShownReview, useChangeReviews } from '#features/reviews/reviews.data.ts'
import { refusals, ReviewEdit } from '#features/reviews/reviews.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { FormFault } from '#ui/forms/form-fault.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCheckedForm } from '../use-checked-form.ts'
import { permissionHint, ReviewWords } from './review-words.tsx'

const fields = {
  review_changed_without_consent: 'edit_agreed_on',
  review_without_permission: 'permission',
}

/** What stands on the site of a review. Its author's words change only with their author's consent. */
export function EditReviewDialog({ review, onClose }: { review: ShownReview | undefined; onClose: () => void }) {
  return (
    <Dialog open={review !== undefined} onOpenChange={(open) => !open && onClose()} title="עריכת המלצה" wide>
      {review && <EditForm key={review.id} review={review} onDone={onClose} />}
    </Dialog>
  )
}

function EditForm({ review, onDone }: { review: ShownReview; onDone: () => void }) {
  const { faults, read, refused } = useCheckedForm(ReviewEdit, { refusals, fields })
  const changing = useChangeReviews()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const change = read(event)
        if (!change) return
        changing.mutate([{ review, change }], {
          onSuccess() {
            toast.success('ההמלצה נשמרה')
            onDone()
          },
          onError: refused,
        })
      }}
    >
      <DialogBody>
        <FormFault>{faults['all']}</FormFault>
        <ReviewWords review={review} faults={faults} />
        <TextField
          type="date"
          name="edit_agreed_on"
          label="מתי הסכימו לנוסח החדש"
          optional="(רק אם המילים שונו)"
          defaultValue={review.edit_agreed_on ?? ''}
          error={faults['edit_agreed_on']}
        />
        <TextField
          name="permission"
          label="איך ניתנה ההסכמה לפרסום"
          hint={permissionHint}
          defaultValue={review.permission ?? ''}
          error={faults['permission']}
        />
        <TextField
          type="date"
          name="permitted_on"
          label="מתי ניתנה"
          defaultValue={review.permitted_on ?? ''}
          error={faults['permitted_on']}
        />
        <TextAreaField
          name="reply"
          label="תשובה מאיתנו"
          optional="(לא חובה)"
          rows={3}
          dir="auto"
          defaultValue={review.reply ?? ''}
          error={faults['reply']}
        />
      </DialogBody>
      <FormActions words="שמירת השינויים" busy={changing.isPending} onBack={onDone} />
    </form>
  )
}
