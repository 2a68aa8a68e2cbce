// Settings of a page: texts, visibility condition and jumps.
import { Plus, X } from 'lucide-react'
import type { Jump, Page } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import type { FormDraft } from './form-draft.ts'

type Props = { page: Page; draft: FormDraft; onChange: (change: Partial<Page>) => void }

export function PageSettings({ page, draft, onChange }: Props) {
  const at = draft.pages.indexOf(page)
  const before = answeredFields({ pages: draft.pages.slice(0, at) })
  const until = answeredFields({ pages: draft.pages.slice(0, at + 1) })
  const setJump = (i: number, jump: Jump) => onChange({ jumps: page.jumps.with(i, jump) })
  const later = draft.pages.slice(at + 1)
  return (
    <div className="builder__settings">
      <TextField
        name="page-title"
        label="כותרת העמוד"
        optional="(לא חובה)"
        dir="auto"
        maxLength={300}
        data-first
        value={page.title ?? ''}
        onChange={({ target }) => onChange({ title: target.value || undefined })}
      />
      <TextAreaField
        name="page-text"
        label="טקסט בראש העמוד"
        optional="(לא חובה)"
        dir="auto"
        rows={2}
        maxLength={4000}
        value={page.text ?? ''}
        onChange={({ target }) => onChange({ text: target.value || undefined })}
      />
      {at > 0 && (
        <ConditionEditor
          legend="מתי העמוד מוצג"
          always="תמיד"
          condition={page.showIf}
          draft={draft}
          fields={before}
          onChange={(showIf) => onChange({ showIf })}
        />
      )}
      {page.jumps.map((jump, i) => (
        <fieldset key={i} className="builder__jump">
          <legend className="label">דילוג {i + 1}, אחרי העמוד</legend>
          <ConditionEditor
            legend="מתי מדלגים"
            always="תמיד"
            condition={jump.if}
            draft={draft}
            fields={until}
            onChange={(condition) => setJump(i, { to: jump.to, ...(condition && { if: condition }) })}
          />
          <SelectField
            name={`jump-${i}`}
            label="לאן"
            value={'page' in jump.to ? `page ${jump.to.page}` : `ending ${jump.to.ending}`}
            onChange={({ target }) => {
              const [part, key = ''] = target.value.split(' ')
              setJump(i, { ...jump, to: part === 'page' ? { page: key } : { ending: key } })
            }}
          >
            {later.map(({ key, title }, n) => (
              <option key={key} value={`page ${key}`}>
                {title ? `לעמוד ״${title}״` : `לעמוד ${at + n + 2}`}
              </option>
            ))}
            {draft.endings.map(({ key, title }) => (
              <option key={key} value={`ending ${key}`}>
                לסיום ״{title}״
              </option>
            ))}
          </SelectField>
          <Button
            size="sm"
            look="ghost"
            icon={<Icon of={X} />}
            onClick={() => onChange({ jumps: page.jumps.toSpliced(i, 1) })}
          >
            הסרת הדילוג
          </Button>
        </fieldset>
      ))}
      <Button
        size="sm"
        look="soft"
        icon={<Icon of={Plus} />}
        onClick={() => onChange({ jumps: [...page.jumps, { to: { ending: draft.endings.at(-1)!.key } }] })}
      >
        הוספת דילוג
      </Button>
    </div>
  )
}
