// Form-level texts and settings, as visitors see them.
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { type FormDraft, newKey } from './form-draft.ts'
import { NumberInput } from './number-input.tsx'
import { OptionList } from './option-list.tsx'

type Props = { draft: FormDraft; onChange: (change: Partial<FormDraft>, at: string) => void }

export function FormHead({ draft, onChange }: Props) {
  const set = (change: { [Name in keyof FormDraft]?: FormDraft[Name] | undefined }) =>
    onChange(change as Partial<FormDraft>, Object.keys(change).join())
  const isScored = draft.dimensions.length > 0
  return (
    <div className="builder__settings">
      <TextField
        name="form-title"
        label="הכותרת בראש הטופס"
        required
        dir="auto"
        maxLength={300}
        value={draft.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextAreaField
        name="intro"
        label="פתיחה"
        optional="(לא חובה)"
        dir="auto"
        rows={3}
        maxLength={4000}
        value={draft.intro ?? ''}
        onChange={({ target }) => set({ intro: target.value || undefined })}
      />
      <div className="builder__pair">
        <SelectField
          name="mode"
          label="איך שואלים"
          value={draft.mode}
          onChange={({ target }) => set({ mode: target.value as FormDraft['mode'] })}
        >
          <option value="classic">עמוד אחרי עמוד</option>
          <option value="one_question">שאלה אחר שאלה</option>
        </SelectField>
        <NumberInput
          name="minutes"
          label="כמה דקות זה לוקח"
          least={1}
          most={120}
          value={draft.minutes}
          onChange={(minutes) => set({ minutes })}
        />
      </div>
      <TextField
        name="submitLabel"
        label="המילים על כפתור השליחה"
        placeholder="שליחה"
        dir="auto"
        maxLength={60}
        value={draft.submitLabel ?? ''}
        onChange={({ target }) => set({ submitLabel: target.value || undefined })}
      />
      <CheckField
        name="dimensions"
        label="ניקוד לפי תחומים"
        checked={isScored}
        onChange={({ target }) =>
          set({ dimensions: target.checked ? [{ key: newKey('dim'), label: 'תחום ראשון' }] : [] })
        }
      />
      {isScored && (
        <OptionList
          legend="תחומים"
          word="תחום"
          items={draft.dimensions}
          most={20}
          fresh={(key) => ({ key, label: '' })}
          onChange={(dimensions) => set({ dimensions })}
        />
      )}
    </div>
  )
}
