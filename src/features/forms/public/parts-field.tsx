import { type Entries, textAt } from '#platform/forms/answers/entries.ts'
import { addressParts, bankParts } from '#platform/forms/answers/parse-parts.ts'
import type { FieldOf } from '#platform/forms/definition/field-schema.ts'
import { FieldGroup } from './field-frame.tsx'

type Group = {
  id: string
  name: string
  entries: Entries
  label: string
  help: string | undefined
  error: string | undefined
  required: boolean | undefined
}

const addressLabels: Record<(typeof addressParts)[number], [label: string, autoComplete: string]> = {
  city: ['יישוב', 'address-level2'],
  street: ['רחוב', 'address-line1'],
  house: ['מספר בית', 'off'],
  apartment: ['דירה (לא חובה)', 'off'],
  zip: ['מיקוד (לא חובה)', 'postal-code'],
}
const bankLabels: Record<(typeof bankParts)[number], string> = { bank: 'בנק', branch: 'סניף', account: 'חשבון' }

export const AddressField = ({ fieldKey, ...group }: Group & { fieldKey: string }) => (
  <FieldGroup {...group}>
    <div className="answer-parts">
      {addressParts.map((part, i) => (
        <label key={part} className="answer-part">
          <span>{addressLabels[part][0]}</span>
          <input
            className="input"
            name={`${group.name}.${part}`}
            autoComplete={addressLabels[part][1]}
            maxLength={100}
            defaultValue={textAt(group.entries, `${fieldKey}.${part}`)}
            {...(i === 0 && { id: group.id })}
            {...(group.error && { 'aria-invalid': true, 'aria-describedby': `${group.id}-error` })}
          />
        </label>
      ))}
    </div>
  </FieldGroup>
)

export const BankField = ({ fieldKey, ...group }: Group & { fieldKey: string }) => (
  <FieldGroup {...group}>
    <div className="answer-parts">
      {bankParts.map((part, i) => (
        <label key={part} className="answer-part">
          <span>{bankLabels[part]}</span>
          <input
            className="input"
            name={`${group.name}.${part}`}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={20}
            defaultValue={textAt(group.entries, `${fieldKey}.${part}`)}
            {...(i === 0 && { id: group.id })}
            {...(group.error && { 'aria-invalid': true, 'aria-describedby': `${group.id}-error` })}
          />
        </label>
      ))}
    </div>
  </FieldGroup>
)

/** All rows are rendered, because none can be added without JavaScript. Empty rows are ignored. */
export function TableField({ field, ...group }: Group & { field: FieldOf<'table'> }) {
  return (
    <FieldGroup {...group}>
      <div className="answer-table">
        <table>
          <thead>
            <tr>
              {field.columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: field.most }, (_, row) => (
              <tr key={row}>
                {field.columns.map(({ key, label, kind }, i) => (
                  <td key={key}>
                    <input
                      className="input"
                      name={`${group.name}.${row}.${key}`}
                      aria-label={`${label}, שורה ${row + 1}`}
                      maxLength={200}
                      autoComplete="off"
                      defaultValue={textAt(group.entries, `${field.key}.${row}.${key}`)}
                      {...(row === 0 && i === 0 && { id: group.id })}
                      {...(kind === 'text'
                        ? { dir: 'auto', placeholder: ' ' }
                        : { dir: 'ltr', inputMode: 'decimal' as const })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FieldGroup>
  )
}
