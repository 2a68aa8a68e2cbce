import type { ShownReview } from '#features/reviews/reviews.data.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'

export const permissionHint = 'למשל: אישרו בהודעת וואטסאפ, או מכתב סרוק בתיק'

/** Public fields, shared by the add and edit forms. */
export function ReviewFields({
  review,
  bodyHint,
  errors,
}: {
  review?: ShownReview
  bodyHint?: string
  errors: FieldErrors
}) {
  return (
    <>
      <TextAreaField
        name="body"
        label="המילים"
        required
        rows={5}
        dir="auto"
        hint={bodyHint}
        defaultValue={review?.body}
        error={errors['body']}
      />
      <TextField
        name="shown_name"
        label="השם כפי שיופיע"
        required
        autoComplete="off"
        hint={review?.consent_scope === 'first_name_only' ? 'ההסכמה היא לשם פרטי או לראשי תיבות בלבד' : undefined}
        defaultValue={review?.shown_name}
        error={errors['shown_name']}
      />
      <TextField
        name="about"
        label="כמה מילים על הכותבים"
        optional="(לא חובה)"
        hint="למשל: הורים לשניים"
        autoComplete="off"
        defaultValue={review?.about ?? ''}
        error={errors['about']}
      />
      <TextField
        name="tags"
        label="נושאים"
        optional="(לא חובה)"
        hint="עד שישה, עם פסיקים ביניהם. מבקרים מסננים לפיהם"
        autoComplete="off"
        defaultValue={review?.tags.join(', ')}
        error={errors['tags']}
      />
    </>
  )
}
