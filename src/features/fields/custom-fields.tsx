import './custom-fields.css'
import { type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { FieldInput } from './field-input.tsx'
import { useFields } from './fields.data.ts'
import { type CustomFieldDef, type CustomValues, type FieldEntity, readValue, refusals, shownValue } from './fields.ts'

type Props = {
  entity: FieldEntity
  /** The column `custom` of the record. */
  values: CustomValues
  /** Saves the whole column, over the version that the caller has shown. Its error is said here. */
  onSave: (values: CustomValues) => Promise<unknown>
  canEdit?: boolean
}

/** The fields that the business has added, with the values of one record, to read and to fill in where they stand. */
export function CustomFields({ entity, values, onSave, canEdit = true }: Props) {
  const { data: fields = [] } = useFields(entity)
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  if (fields.length === 0) return null
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => edit.current?.focus())
  }
  return (
    <Block
      title="שדות נוספים"
      action={
        canEdit &&
        !isOpen && (
          <Button ref={edit} look="ghost" size="sm" onClick={() => setOpen(true)}>
            עריכה<span className="vh">: שדות נוספים</span>
          </Button>
        )
      }
    >
      {isOpen ? (
        <FieldsForm fields={fields} values={values} onSave={onSave} onDone={close} />
      ) : (
        <Values fields={fields} values={values} />
      )}
    </Block>
  )
}

function Values({ fields, values }: { fields: readonly CustomFieldDef[]; values: CustomValues }) {
  const filled = fields.filter((field) => values[field.key] !== undefined || field.required)
  if (filled.length === 0) return <BlockText>עוד לא מולאו. ״עריכה״ פותחת את כל השדות.</BlockText>
  return (
    <Facts>
      {filled.map((field) => (
        <Fact key={field.id} name={field.label}>
          <Value field={field} value={values[field.key]} />
        </Fact>
      ))}
    </Facts>
  )
}

function Value({ field, value }: { field: CustomFieldDef; value: unknown }) {
  const shown = shownValue(field, value)
  if (shown === '') return <span className="custom-fields__missing">חסר</span>
  if (field.type === 'url' && /^https?:\/\//.test(shown))
    return (
      <a href={shown} target="_blank" rel="noreferrer noopener">
        <Ltr>{shown.replace(/^https?:\/\/(www\.)?|\/$/g, '')}</Ltr>
      </a>
    )
  if (field.type === 'phone')
    return (
      <a href={`tel:${String(value)}`}>
        <Ltr>{shown}</Ltr>
      </a>
    )
  return <bdi className="custom-fields__value">{shown}</bdi>
}

function FieldsForm({
  fields,
  values,
  onSave,
  onDone,
}: Pick<Props, 'values' | 'onSave'> & { fields: readonly CustomFieldDef[]; onDone: () => void }) {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readForm(fields, new FormData(form))
    setFaults(read.faults)
    const wrong = Object.keys(read.faults)[0]
    if (wrong) return form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    setSaving(true)
    try {
      await onSave(withValues(values, read.values))
      onDone()
    } catch (error) {
      setFaults({ all: refusalText(error, refusals) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <form className="custom-fields" noValidate onSubmit={(event) => void submit(event)}>
      {faults['all'] && (
        <div role="alert">
          <ErrorText>{faults['all']}</ErrorText>
        </div>
      )}
      {fields.map((field) => (
        <FieldInput key={field.id} def={field} value={values[field.key]} error={faults[field.key]} />
      ))}
      <div className="custom-fields__end">
        <Button type="submit" look="primary" size="sm" busy={isSaving}>
          {isSaving ? 'שומרים' : 'שמירה'}
        </Button>
        <Button look="ghost" size="sm" onClick={onDone}>
          חזרה
        </Button>
      </div>
    </form>
  )
}

/** What was typed into the inputs of these fields, by key; null where a field was left empty. */
export function readForm(fields: readonly CustomFieldDef[], form: FormData) {
  const values: CustomValues = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const typed = form.getAll(field.key).filter((part) => typeof part === 'string')
    const read = readValue(field, typed.join(','))
    if ('problem' in read) faults[field.key] = read.problem
    else if (read.value === null && field.required) faults[field.key] = 'שדה חובה'
    else values[field.key] = read.value
  }
  return { values, faults }
}

/** The column after an edit: what was emptied is gone, what the form did not show stays. */
export const withValues = (before: CustomValues, edited: CustomValues): CustomValues =>
  Object.fromEntries(Object.entries({ ...before, ...edited }).filter(([, value]) => value !== null))
