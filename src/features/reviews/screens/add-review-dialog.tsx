import { useAddReview } from '#features/reviews/reviews.data.ts'
import { NewReview } from '#features/reviews/review-input.ts'
import { consentScopes, refusals, scopeLabels, sourceLabels } from '#features/reviews/reviews.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { permissionHint, ReviewFields } from './review-fields.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

/** Adds a review received elsewhere: by mail, by message, on another site. */
export function AddReviewDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const adding = useAddReview()
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="המלצה שנמסרה לנו"
      text="היא תחכה כאן עד שתפרסמו אותה. בלי הסכמה רשומה אי אפשר לפרסם."
      wide
    >
      <RecordForm
        schema={NewReview}
        refusals={refusals}
        save={(review) => adding.mutateAsync(review)}
        saved="ההמלצה נוספה וממתינה לפרסום"
        action="הוספת ההמלצה"
      >
        {(errors) => (
          <>
            <ReviewFields errors={errors} />
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
              error={errors['permission']}
            />
            <DayField name="permitted_on" label="מתי ניתנה" error={errors['permitted_on']} />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
