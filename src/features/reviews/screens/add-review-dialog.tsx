import { useAddReview } from '#features/reviews/reviews.data.ts'
import { NewReview } from '#features/reviews/review-input.ts'
import { consentScopes, refusals, scopeLabels, sourceLabels } from '#features/reviews/reviews.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { permissionHint, ReviewFields } from './review-fields.tsx'

/** Adds a review received elsewhere: by mail, by message, on another site. */
export function AddReviewDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="המלצה שנמסרה לנו"
      text="היא תחכה כאן עד שתפרסמו אותה. בלי הסכמה רשומה אי אפשר לפרסם."
      wide
    >
      {open && <AddForm onDone={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { faults, read, refused } = useValidatedForm(NewReview, { refusals })
  const adding = useAddReview()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const review = read(event)
        if (!review) return
        adding.mutate(review, {
          onSuccess() {
            toast.success('ההמלצה נוספה וממתינה לפרסום')
            onDone()
          },
          onError: refused,
        })
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <ReviewFields faults={faults} />
        <SelectField name="source" label="מאיפה היא" defaultValue="manual">
          {(['manual', 'google', 'import'] as const).map((source) => (
            <option key={source} value={source}>
              {sourceLabels[source]}
            </option>
          ))}
        </SelectField>
        <SelectField name="rating" label="דירוג" optional="(לא חובה)">
          <option value="">בלי דירוג</option>
          {[5, 4, 3, 2, 1].map((n) => (
            <option key={n} value={n}>
              {n} מתוך 5
            </option>
          ))}
        </SelectField>
        <SelectField name="consent_scope" label="למה הסכימו" defaultValue="first_name_only">
          {consentScopes.map((scope) => (
            <option key={scope} value={scope}>
              {scopeLabels[scope]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="permission"
          label="איך ניתנה ההסכמה לפרסום"
          hint={permissionHint}
          autoComplete="off"
          error={faults['permission']}
        />
        <TextField type="date" name="permitted_on" label="מתי ניתנה" error={faults['permitted_on']} />
      </DialogBody>
      <FormActions words="הוספת ההמלצה" busy={adding.isPending} onBack={onDone} />
    </form>
  )
}
