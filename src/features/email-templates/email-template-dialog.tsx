import { useState } from 'react'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { useSaveEmailText } from '#features/email-templates/email-templates.data.ts'
import {
  type EmailKind,
  emailTemplates,
  type EmailText,
  emailTokens,
  type EmailContent,
  EmailContentEdit,
  fillTemplate,
  refusals,
  sampleValues,
} from '#features/email-templates/email-templates.ts'
import { formText } from '#lib/forms/form-text.ts'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

type Props = { kind: EmailKind; own: EmailText | undefined; onClose: () => void }

const fields = {
  email_subject_length: 'subject',
  email_preheader_length: 'preheader',
  email_heading_length: 'heading',
  email_body_length: 'body',
  email_button_length: 'button',
  email_without_button: 'button',
  email_closing_length: 'closing',
}

const labels: Record<keyof EmailContent, string> = {
  subject: 'נושא',
  preheader: 'שורת תצוגה',
  heading: 'כותרת',
  body: 'גוף ההודעה',
  button: 'כפתור',
  closing: 'שורת סיום',
}
const textsOf = ({ subject, preheader, heading, body, button, closing }: EmailContent): EmailContent => ({
  subject,
  preheader,
  heading,
  body,
  button,
  closing,
})

/** Edits an email template: texts, placeholders, preview. */
export const TextDialog = ({ onClose, ...form }: Props) => (
  <RecordDialog open wide onClose={onClose} title={emailTemplates[form.kind].label}>
    <TextForm {...form} />
  </RecordDialog>
)

function TextForm({ kind, own }: Omit<Props, 'onClose'>) {
  const { tokens, hasLink } = emailTemplates[kind]
  const edit = useConcurrentEdit(own, { asTyped: (row) => textsOf(row ?? defaultTemplates[kind]), labels })
  const [initial] = useState(() => textsOf(own ?? defaultTemplates[kind]))
  const [words, setWords] = useState({ ...initial, button: initial.button ?? '' })
  const { data: business } = usePublicBusinessProfile()
  const saving = useSaveEmailText()
  const shown = fillTemplate(words, { ...sampleValues, businessName: business?.business_name ?? '' })

  return (
    <RecordForm
      schema={EmailContentEdit}
      refusals={refusals}
      fields={fields}
      save={({ button, ...typed }) =>
        saving.mutateAsync({ kind, seen: edit.seen, words: edit.merge({ ...typed, button: hasLink ? button : null }) })
      }
      saved="הנוסח נשמר, וההודעה הבאה תצא בו"
      conflict={{ notice: <ConflictBanner theirs={edit.theirs} />, isConflict: edit.isRefusedAsStale }}
      action="שמירת הנוסח"
      onChange={(form) => {
        const values = new FormData(form)
        const typed = (name: keyof EmailContent) => formText(values, name)
        setWords({
          subject: typed('subject'),
          preheader: typed('preheader'),
          heading: typed('heading'),
          body: typed('body'),
          button: typed('button'),
          closing: typed('closing'),
        })
      }}
    >
      {(faults) => (
        <>
          <p className="email-note">
            אפשר לשלב בנוסח:{' '}
            {tokens.map((token, i) => (
              <span key={token}>
                {i > 0 && ' · '}
                <Ltr>{`{{${token}}}`}</Ltr> {emailTokens[token]}
              </span>
            ))}
          </p>
          <div className="text-edit">
            <div className="text-edit__fields">
              <TextField
                name="subject"
                label="נושא"
                required
                maxLength={120}
                defaultValue={initial.subject}
                error={faults['subject']}
              />
              <TextField
                name="preheader"
                label="שורת תצוגה"
                optional="(לא חובה)"
                hint="מופיעה ליד הנושא בתיבת הדואר"
                maxLength={200}
                defaultValue={initial.preheader}
                error={faults['preheader']}
              />
              <TextField
                name="heading"
                label="כותרת"
                required
                maxLength={120}
                defaultValue={initial.heading}
                error={faults['heading']}
              />
              <TextAreaField
                name="body"
                label="גוף ההודעה"
                hint="שורה ריקה מפרידה בין פסקאות"
                required
                rows={6}
                maxLength={4000}
                defaultValue={initial.body}
                error={faults['body']}
              />
              {hasLink && (
                <TextField
                  name="button"
                  label="כפתור"
                  required
                  maxLength={60}
                  defaultValue={initial.button ?? ''}
                  error={faults['button']}
                />
              )}
              <TextAreaField
                name="closing"
                label="שורת סיום"
                optional="(לא חובה)"
                rows={2}
                maxLength={1000}
                defaultValue={initial.closing}
                error={faults['closing']}
              />
            </div>
            <section className="text-edit__preview" aria-label="כך ההודעה תיקרא">
              <p className="text-edit__subject">{shown.subject}</p>
              <div className="text-edit__sheet">
                <h3>{shown.heading}</h3>
                {shown.body.split(/\n\s*\n/).map((paragraph, i) => (
                  <p key={i}>{paragraph}</p>
                ))}
                {hasLink && shown.button && <span className="btn btn--primary">{shown.button}</span>}
                {shown.closing && <small>{shown.closing}</small>}
              </div>
            </section>
          </div>
        </>
      )}
    </RecordForm>
  )
}
