import type { ReactNode } from 'react'
import { customPrefix, fieldLabels } from '#features/imports/columns.ts'
import type { CustomFieldDef } from '#platform/fields/fields.ts'

const newField = 'new'

type Props = {
  column: number
  name: string
  /** Sample values of the column. */
  samples: readonly string[]
  mapping: readonly (string | null)[]
  fields: readonly CustomFieldDef[]
  onChoose: (field: string | null) => void
  onNewField: () => void
  /** Rendered below the field select. */
  children?: ReactNode
}

/** A column of the file and its field; skipped columns stay visible. */
export function ColumnRow({ column, name, samples, mapping, fields, onChoose, onNewField, children }: Props) {
  const field = mapping[column] ?? null
  const isTaken = (id: string) => mapping.includes(id) && field !== id
  return (
    <li className={field === null ? 'column column--left' : 'column'}>
      <b>
        <bdi>{name}</bdi>
      </b>
      <span className="column__samples">
        {samples.length === 0 ? 'ריקה' : samples.map((cell) => <bdi key={cell}>{cell.slice(0, 60)}</bdi>)}
      </span>
      <select
        className="select"
        name={`column-${column}`}
        aria-label={`השדה של ${name}`}
        value={field ?? ''}
        onChange={({ target }) => (target.value === newField ? onNewField() : onChoose(target.value || null))}
      >
        <option value="">לא מייבאים</option>
        <optgroup label="פרטים">
          {Object.entries(fieldLabels).map(([id, label]) => (
            <option key={id} value={id} disabled={isTaken(id)}>
              {label}
            </option>
          ))}
        </optgroup>
        <optgroup label="שדות נוספים">
          {fields.map(({ key, label }) => {
            const id = customPrefix + key
            return (
              <option key={id} value={id} disabled={isTaken(id)}>
                {label}
              </option>
            )
          })}
          <option value={newField}>שדה חדש…</option>
        </optgroup>
      </select>
      {children}
    </li>
  )
}
