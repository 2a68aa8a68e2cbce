import { lifecycleLabels, sources } from '#features/contacts/contacts.ts'
import type { CheckImport } from '#features/imports/imports.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'

type Defaults = CheckImport['defaults']
type Props = {
  defaults: Defaults
  onChange: (more: Defaults) => void
  /** Comma-separated. */
  tags: string
  onTags: (tags: string) => void
  tagsError: string | undefined
}

/** Default values of new contacts, used if the file contains no value. */
export const NewContactDefaults = ({ defaults, onChange, tags, onTags, tagsError }: Props) => (
  <fieldset className="rules__part">
    <legend>לאנשים החדשים</legend>
    <div className="rules__fields">
      <OwnerSelect value={defaults.owner_id ?? null} onChange={(id) => onChange({ owner_id: id ?? undefined })} />
      <SelectField
        name="lifecycle"
        label="סוג הקשר"
        value={defaults.lifecycle ?? ''}
        onChange={({ target }) => onChange({ lifecycle: target.value || undefined })}
      >
        <option value="">כפי שכתוב בקובץ, ואחרת מתעניינים</option>
        {Object.entries(lifecycleLabels).map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="source"
        label="מקור"
        value={defaults.source ?? ''}
        onChange={({ target }) => onChange({ source: target.value || undefined })}
      >
        <option value="">כפי שכתוב בקובץ</option>
        {sources.map((source) => (
          <option key={source}>{source}</option>
        ))}
      </SelectField>
    </div>
    <TextField
      name="tags"
      label="תגיות לכל מי שברשימה"
      optional="(לא חובה)"
      hint="מופרדות בפסיקים. מקלות למצוא אחר כך את כל מי שהגיעו יחד"
      value={tags}
      onChange={({ target }) => onTags(target.value)}
      error={tagsError}
      autoComplete="off"
    />
  </fieldset>
)
