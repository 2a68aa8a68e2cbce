import { type ApprovedContent, editApproved, linesOf } from '#features/message-templates/approved-template.ts'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { TextField } from '#ui/forms/field.tsx'

type Props = {
  approved: ApprovedContent | undefined
  fields: readonly MergeField[]
  onChange: (approved: ApprovedContent | undefined) => void
}

/** The template approved by Meta, for messages outside the 24-hour reply window. */
export const ApprovedTemplateFields = ({ approved, fields, onChange }: Props) => (
  <section className="campaign__card" aria-labelledby="approved">
    <h2 id="approved">תבנית מאושרת</h2>
    <p>
      עד 24 שעות אחרי הודעה מאיש הקשר נשלח הטקסט שלמעלה. אחר כך וואטסאפ מקבל רק תבנית שאושרה אצל Meta; בלעדיה ההודעה לא
      תישלח.
    </p>
    <TextField
      name="approved-name"
      label="שם התבנית אצל Meta"
      optional="(לא חובה)"
      dir="ltr"
      maxLength={512}
      autoComplete="off"
      spellCheck={false}
      value={approved?.name ?? ''}
      onChange={({ target }) => onChange(editApproved(approved, { name: target.value.trim() }))}
    />
    <MergeTextField
      name="approved-values"
      label="הערכים של המקומות בתבנית"
      optional="(לא חובה)"
      hint="ערך בכל שורה, לפי הסדר של המקומות"
      isMultiline
      maxLength={2000}
      fields={fields}
      value={approved?.parameters.join('\n') ?? ''}
      onChange={(text) => onChange(editApproved(approved, { parameters: linesOf(text) }))}
    />
  </section>
)
