import { type ComponentType, useState } from 'react'
import { BlocksEditor, type ChooseArticle } from '#platform/message-content/editor/blocks-editor.tsx'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import { SubjectFields } from '#platform/message-content/editor/subject-fields.tsx'
import { MessageBlock } from '#platform/message-content/message-blocks.ts'
import { RichTextPreview } from '#platform/message-content/rich-text-preview.tsx'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { defaultTemplates } from '#features/email-templates/default-templates.ts'
import { useSaveEmailText } from '#features/email-templates/email-templates.data.ts'
import {
  type EmailKind,
  emailTemplates,
  type EmailText,
  emailTokens,
  fieldsOfKind,
  type EmailContent,
  EmailContentEdit,
  fillTemplate,
  refusals,
} from '#features/email-templates/email-templates.ts'
import { sampleValues } from '#features/email-templates/sample-values.ts'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'

/** Editor components from modules that depend on this one, injected. */
export type EditorParts = {
  ArticleChooser: ChooseArticle
  /** Renders blocks as in the mail. */
  Blocks: ComponentType<{ blocks: readonly MessageBlock[] }>
}

type Props = { kind: EmailKind; own: EmailText | undefined; parts: EditorParts; onClose: () => void }

const fields = {
  email_subject_length: 'subject',
  email_preheader_length: 'preheader',
  email_heading_length: 'heading',
  email_body_length: 'body',
  email_blocks_shape: 'blocks',
  email_blocks_length: 'blocks',
  email_block_incomplete: 'blocks',
  email_button_length: 'button',
  email_without_button: 'button',
  email_closing_length: 'closing',
}

const labels: Record<keyof EmailContent, string> = {
  subject: 'נושא',
  preheader: 'שורת תצוגה',
  heading: 'כותרת',
  body: 'גוף ההודעה',
  blocks: 'תמונות, מאמרים וחלקים נוספים',
  button: 'כפתור',
  closing: 'שורת סיום',
}
const textsOf = ({
  subject,
  preheader,
  heading,
  body,
  blocks = [],
  button,
  closing,
}: EmailContent): Required<EmailContent> => ({
  subject,
  preheader,
  heading,
  body,
  // Keys in the order of the schema, as in a saved text, because merging compares JSON.
  blocks: blocks.map((block) => MessageBlock.safeParse(block).data ?? block),
  button,
  closing,
})

/** Edits an email template: texts, placeholders, preview. */
export const TextDialog = ({ onClose, ...form }: Props) => (
  <RecordDialog open wide onClose={onClose} title={emailTemplates[form.kind].label}>
    <TextForm {...form} />
  </RecordDialog>
)

function TextForm({ kind, own, parts: { ArticleChooser, Blocks } }: Omit<Props, 'onClose'>) {
  const { hasLink } = emailTemplates[kind]
  const [offered] = useState(() => fieldsOfKind(kind))
  const edit = useConcurrentEdit(own, {
    toFormValues: (row) => textsOf(row ?? defaultTemplates[kind]),
    labels,
    withoutValues: ['blocks'],
  })
  const [initial] = useState(() => textsOf(own ?? defaultTemplates[kind]))
  const [words, setWords] = useState({ ...initial, button: initial.button ?? '' })
  const put = (part: Partial<typeof words>) => setWords((before) => ({ ...before, ...part }))
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
      // A mail without a link has no button: an empty button text would be refused without a field to show the error.
      values={{ ...words, button: hasLink ? words.button : undefined }}
    >
      {(errors) => (
        <>
          <p className="email-note">הכפתור שבסוף כל שדה מוסיף פרט שמתמלא בזמן השליחה, למשל {labelsOf(kind)}.</p>
          <div className="text-edit">
            <div className="text-edit__fields">
              <SubjectFields
                subject={words.subject}
                preheader={words.preheader}
                longest={{ subject: 120, preheader: 200 }}
                fields={offered}
                isFixed
                onChange={put}
                errors={errors}
              />
              <MergeTextField
                name="heading"
                label="כותרת"
                maxLength={120}
                fields={offered}
                isFixed
                value={words.heading}
                onChange={(text) => put({ heading: text })}
                error={errors['heading']}
              />
              <MergeTextField
                name="body"
                label="גוף ההודעה"
                format="rich"
                maxLength={4000}
                fields={offered}
                isFixed
                value={words.body}
                onChange={(text) => put({ body: text })}
                error={errors['body']}
              />
              {/* The name lets a refused save focus this group. */}
              <fieldset name="blocks" tabIndex={-1}>
                <legend className="label">
                  תמונות, מאמרים וחלקים נוספים <span className="opt">(לא חובה)</span>
                </legend>
                <BlocksEditor
                  blocks={words.blocks}
                  onChange={(blocks) => put({ blocks })}
                  fields={offered}
                  ArticleChooser={ArticleChooser}
                  isFixed
                  empty={hasLink ? 'מופיעים אחרי גוף ההודעה, לפני הכפתור.' : 'מופיעים אחרי גוף ההודעה.'}
                />
                {errors['blocks'] && <ErrorText>{errors['blocks']}</ErrorText>}
              </fieldset>
              {hasLink && (
                <MergeTextField
                  name="button"
                  label="כפתור"
                  maxLength={60}
                  fields={offered}
                  isFixed
                  value={words.button}
                  onChange={(text) => put({ button: text })}
                  error={errors['button']}
                />
              )}
              <MergeTextField
                name="closing"
                label="שורת סיום"
                optional="(לא חובה)"
                isMultiline
                allowsLinks={false}
                maxLength={1000}
                fields={offered}
                isFixed
                value={words.closing}
                onChange={(text) => put({ closing: text })}
                error={errors['closing']}
              />
            </div>
            <section className="text-edit__preview" aria-label="כך ההודעה תיקרא">
              <p className="text-edit__subject">{shown.subject}</p>
              <div className="text-edit__sheet">
                <h3>{shown.heading}</h3>
                <RichTextPreview text={shown.body} />
                <Blocks blocks={shown.blocks ?? []} />
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

/** The labels of the first fields, as an example. */
const labelsOf = (kind: EmailKind) =>
  emailTemplates[kind].tokens
    .slice(0, 3)
    .map((token) => emailTokens[token])
    .join(', ')
