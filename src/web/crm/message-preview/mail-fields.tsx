// The fields of a mail, for campaigns and templates: subject, preheader, blocks.
import type { ReactNode } from 'react'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { BlocksEditor } from '#platform/message-content/editor/blocks-editor.tsx'
import { SubjectFields } from '#platform/message-content/editor/subject-fields.tsx'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { ArticleDialog } from './article-dialog.tsx'

type Props = {
  content: MailContent
  fields: readonly MergeField[]
  onChange: (part: Partial<MailContent>) => void
  subject: { title?: string; hint?: string; longest: { subject: number; preheader: number } }
  /** Content below the subject. */
  children?: ReactNode
}

export const MailFields = ({ content, fields, onChange, subject, children }: Props) => (
  <>
    <section
      className="campaign__card"
      {...(subject.title ? { 'aria-labelledby': 'words' } : { 'aria-label': 'נושא' })}
    >
      {subject.title && <h2 id="words">{subject.title}</h2>}
      <SubjectFields
        subject={content.subject}
        preheader={content.preheader}
        fields={fields}
        onChange={onChange}
        hint={subject.hint}
        longest={subject.longest}
      />
      {children}
    </section>
    <section className="campaign__card" aria-labelledby="blocks">
      <h2 id="blocks">תוכן</h2>
      <BlocksEditor
        blocks={content.blocks}
        onChange={(blocks) => onChange({ blocks })}
        fields={fields}
        ArticleChooser={ArticleDialog}
      />
    </section>
  </>
)
