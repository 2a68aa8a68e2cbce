import { type ShownReview, useChangeReviews, useProposeWording } from '#features/reviews/reviews.data.ts'
import { ReviewEdit } from '#features/reviews/review-input.ts'
import { refusals } from '#features/reviews/reviews.ts'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { permissionHint, ReviewFields } from './review-fields.tsx'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  review_changed_without_consent: 'edit_agreed_on',
  review_without_permission: 'permission',
  review_has_no_author: 'body',
  review_not_verified: 'body',
  wording_too_soon: 'body',
}

const labels: Record<keyof ReviewEdit, string> = {
  shown_name: 'השם כפי שיופיע',
  about: 'כמה מילים על הכותבים',
  body: 'המילים',
  edit_agreed_on: 'מתי הסכימו לנוסח החדש',
  tags: 'נושאים',
  permission: 'איך ניתנה ההסכמה לפרסום',
  permitted_on: 'מתי ניתנה',
  reply: 'תשובה מאיתנו',
}

const toFormValues = ({
  shown_name,
  about,
  body,
  edit_agreed_on,
  tags,
  permission,
  permitted_on,
  reply,
}: ShownReview): ReviewEdit => ({ shown_name, about, body, edit_agreed_on, tags, permission, permitted_on, reply })

/** Edits a review's public fields. Changes to the author's wording need the author's consent. `latest`: the review as last read. */
export function EditReviewDialog({ latest, onClose }: { latest: ShownReview | undefined; onClose: () => void }) {
  return (
    <RecordDialog open={latest !== undefined} onClose={onClose} title="עריכת המלצה" wide>
      {latest && <EditForm key={latest.id} latest={latest} />}
    </RecordDialog>
  )
}

function EditForm({ latest }: { latest: ShownReview }) {
  const edit = useConcurrentEdit(latest, { toFormValues, labels, withoutValues: ['body', 'reply'] })
  const review = edit.base
  const changing = useChangeReviews()
  const proposing = useProposeWording()
  // Reviews from the form have an author with an email address, who must approve a changed wording.
  const isFromForm = review.source === 'form'

  /** Resolves to whether a proposal was mailed to the author. */
  async function save(typed: ReviewEdit) {
    const isProposed = isFromForm && typed.body !== review.body
    // The proposal is mailed first, so that a refusal leaves no partial change.
    if (isProposed) await proposing.mutateAsync({ review: edit.seen, body: typed.body })
    const { body, edit_agreed_on: agreedOn, ...change } = edit.merge(typed)
    await changing.mutateAsync([
      { review: edit.seen, change: isFromForm ? change : { ...change, body, edit_agreed_on: agreedOn } },
    ])
    return isProposed
  }

  return (
    <RecordForm
      schema={ReviewEdit}
      refusals={refusals}
      fields={fields}
      save={save}
      conflict={{ notice: <ConflictBanner theirs={edit.theirs} />, isConflict: edit.isRefusedAsStale }}
      saved={(isProposed) =>
        toast.success(isProposed ? 'הנוסח נשלח לכותבים. הוא יעמוד באתר רק אם יאשרו אותו' : 'ההמלצה נשמרה')
      }
      action="שמירת השינויים"
    >
      {(errors) => (
        <>
          <ReviewFields
            review={review}
            errors={errors}
            {...(isFromForm && {
              bodyHint: 'נוסח אחר נשלח לכותבים בדוא״ל. עד שיאשרו אותו עומד באתר מה שכתבו, או לא עומד דבר',
            })}
          />
          {!isFromForm && (
            <DayField
              name="edit_agreed_on"
              label="מתי הסכימו לנוסח החדש"
              optional="(רק אם המילים שונו)"
              defaultValue={review.edit_agreed_on ?? ''}
              error={errors['edit_agreed_on']}
            />
          )}
          <TextField
            name="permission"
            label="איך ניתנה ההסכמה לפרסום"
            hint={permissionHint}
            defaultValue={review.permission ?? ''}
            error={errors['permission']}
          />
          <DayField
            name="permitted_on"
            label="מתי ניתנה"
            defaultValue={review.permitted_on ?? ''}
            error={errors['permitted_on']}
          />
          <TextAreaField
            name="reply"
            label="תשובה מאיתנו"
            optional="(לא חובה)"
            rows={3}
            dir="auto"
            defaultValue={review.reply ?? ''}
            error={errors['reply']}
          />
        </>
      )}
    </RecordForm>
  )
}
