// Settings of an ending: a text with a button, or a redirect.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { Ending } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { type FormDraft, newKey } from './form-draft.ts'

type Props = { draft: FormDraft; onChange: (endings: Ending[], at: string) => void }

/** The first ending whose condition matches is shown. The last one has no condition. */
export function EndingSettings({ draft, onChange }: Props) {
  const { endings } = draft
  const add = () => onChange([{ key: newKey('end'), title: 'תודה, קיבלנו' }, ...endings], 'add')
  return (
    <div className="builder__settings">
      {endings.map((ending, i) => (
        <EndingFields
          key={ending.key}
          ending={ending}
          number={i + 1}
          isLast={i === endings.length - 1}
          draft={draft}
          onChange={(next) => onChange(endings.with(i, next), ending.key)}
          onMove={(by) => onChange(endings.toSpliced(i, 1).toSpliced(i + by, 0, ending), 'move')}
          onRemove={() => onChange(endings.toSpliced(i, 1), 'remove')}
        />
      ))}
      <Button size="sm" look="soft" icon={<Icon of={Plus} />} onClick={add}>
        הוספת סיום לפי תנאי
      </Button>
    </div>
  )
}

type FieldsProps = {
  ending: Ending
  number: number
  isLast: boolean
  draft: FormDraft
  onChange: (ending: Ending) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function EndingFields({ ending, number, isLast, draft, onChange, onMove, onRemove }: FieldsProps) {
  const set = (part: { [Name in keyof Ending]?: Ending[Name] | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...ending, ...part }).filter(([, value]) => value !== undefined)) as Ending) // prettier-ignore
  const button = ending.button ?? { label: '', href: '' }
  const setButton = (part: Partial<typeof button>) => {
    const next = { ...button, ...part }
    set({ button: next.label || next.href ? next : undefined })
  }
  return (
    <fieldset className="builder__jump" data-place={ending.key}>
      <legend className="label">{draft.endings.length === 1 ? 'סיום' : `סיום ${number}`}</legend>
      {!isLast && (
        <ConditionEditor
          legend="מתי הסיום הזה מוצג"
          always="תמיד. הוסיפו תנאי, אחרת הסיומים שאחריו לא יוצגו"
          condition={ending.if}
          draft={draft}
          fields={answeredFields(draft)}
          onChange={(condition) => set({ if: condition })}
        />
      )}
      <TextField
        name={`title-${ending.key}`}
        label="כותרת"
        required
        dir="auto"
        maxLength={300}
        value={ending.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextAreaField
        name={`text-${ending.key}`}
        label="טקסט"
        dir="auto"
        rows={3}
        maxLength={4000}
        value={ending.text ?? ''}
        onChange={({ target }) => set({ text: target.value || undefined })}
      />
      <div className="builder__pair">
        <TextField
          name={`button-${ending.key}`}
          label="מילים על כפתור"
          optional="(לא חובה)"
          dir="auto"
          maxLength={60}
          value={button.label}
          onChange={({ target }) => setButton({ label: target.value })}
        />
        <TextField
          name={`href-${ending.key}`}
          label="לאן הכפתור מוביל"
          dir="ltr"
          placeholder="/book-a-call"
          maxLength={500}
          value={button.href}
          onChange={({ target }) => setButton({ href: target.value.trim() })}
        />
      </div>
      <TextField
        name={`redirect-${ending.key}`}
        label="או לעבור מיד לכתובת אחרת"
        optional="(לא חובה)"
        hint="כתובת באתר הזה, לדוגמה /pricing, או כתובת מלאה"
        dir="ltr"
        maxLength={500}
        value={ending.redirect ?? ''}
        onChange={({ target }) => set({ redirect: target.value.trim() || undefined })}
      />
      <CheckField
        name={`score-${ending.key}`}
        label="להציג את הניקוד"
        checked={ending.showsScore === true}
        onChange={({ target }) => set({ showsScore: target.checked || undefined })}
      />
      {draft.endings.length > 1 && (
        <div className="builder__acts">
          <Button
            size="sm"
            look="ghost"
            disabled={number === 1}
            icon={<Icon of={ArrowUp} />}
            onClick={() => onMove(-1)}
          >
            למעלה
          </Button>
          <Button size="sm" look="ghost" disabled={isLast} icon={<Icon of={ArrowDown} />} onClick={() => onMove(1)}>
            למטה
          </Button>
          <Button size="sm" look="ghost" icon={<Icon of={X} />} onClick={onRemove}>
            הסרת הסיום
          </Button>
        </div>
      )}
    </fieldset>
  )
}
