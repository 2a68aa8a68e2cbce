// Subject and preview line, shared by all editors of mails.
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { MergeTextField } from './merge-text-field.tsx'

type SubjectProps = {
  subject: string
  preheader: string
  fields: readonly MergeField[]
  onChange: (part: { subject: string } | { preheader: string }) => void
  hint?: string | undefined
  /** Maximum lengths of the stored texts. */
  longest: { subject: number; preheader: number }
  isFixed?: boolean
  errors?: Readonly<Record<string, string | undefined>>
}

export const SubjectFields = ({
  subject,
  preheader,
  onChange,
  hint,
  longest,
  errors = {},
  ...editor
}: SubjectProps) => (
  <>
    <MergeTextField
      name="subject"
      label="נושא ההודעה"
      hint={hint}
      maxLength={longest.subject}
      value={subject}
      onChange={(text) => onChange({ subject: text })}
      error={errors['subject']}
      {...editor}
    />
    <MergeTextField
      name="preheader"
      label="שורת תצוגה"
      optional="(לא חובה)"
      hint="ממשיכה את הנושא בתיבת הדואר"
      maxLength={longest.preheader}
      value={preheader}
      onChange={(text) => onChange({ preheader: text })}
      error={errors['preheader']}
      {...editor}
    />
  </>
)
