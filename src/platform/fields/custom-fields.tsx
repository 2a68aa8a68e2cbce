import './custom-fields.css'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { refusalText } from '#client/refusal.ts'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { type ChangedFact, ConflictNotice } from '#ui/states/conflict-notice.tsx'
import { FieldInput } from './field-input.tsx'
import { useFields } from './fields.data.ts'
import { type CustomFieldDef, type CustomValues, type FieldEntity, readValue, refusals, formatValue } from './fields.ts'
import { changedFields, saveFields, type WithFields } from './save-fields.ts'

type Props<Row> = {
  entity: FieldEntity
  record: Row
  /** Replaces the `custom` column if the version is unchanged. A conflict throws `theirs`; this component reports the error. */
  onSave: (seen: Row, custom: CustomValues) => Promise<unknown>
  canEdit?: boolean
}

/** Custom fields of a record with their values, editable inline. */
export function CustomFields<Row extends WithFields>({ entity, record, onSave, canEdit = true }: Props<Row>) {
  const { data: fields = [] } = useFields(entity)
  const [isOpen, setOpen] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  if (fields.length === 0) return null
  const close = () => {
    // Rendered synchronously: on a busy device the next frame may precede the rendering of a closed form.
    flushSync(() => setOpen(false))
    edit.current?.focus()
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
        <FieldsForm fields={fields} record={record} onSave={onSave} onDone={close} />
      ) : (
        <Values fields={fields} values={record.custom} />
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
  const shown = formatValue(field, value)
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

type FormProps<Row> = Pick<Props<Row>, 'record' | 'onSave'> & { fields: readonly CustomFieldDef[]; onDone: () => void }

function FieldsForm<Row extends WithFields>({ fields, record, onSave, onDone }: FormProps<Row>) {
  // Snapshot of the record at opening: live changes alter neither the inputs nor the diff.
  const [base] = useState(record)
  const [seen, setSeen] = useState(record)
  const [theirs, setTheirs] = useState<ChangedFact[]>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readForm(fields, new FormData(form))
    setErrors(read.errors)
    const wrong = Object.keys(read.errors)[0]
    if (wrong) return form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    setSaving(true)
    try {
      const changes = changedFields(base.custom, read.values)
      if (Object.keys(changes).length === 0) return onDone()
      const outcome = await saveFields(seen, changes, onSave)
      if ('isGone' in outcome) return setErrors({ all: 'הרשומה נמחקה בינתיים, או שאין לכם גישה אליה' })
      if (outcome.isSaved) return onDone()
      setSeen(outcome.seen)
      setTheirs(factsOf(fields, outcome.seen.custom, outcome.changed))
    } catch (error) {
      setErrors({ all: refusalText(error, refusals) })
    } finally {
      setSaving(false)
    }
  }

  return (
    <form className="custom-fields" noValidate onSubmit={(event) => void submit(event)}>
      {theirs && <ConflictNotice changes={[{ facts: theirs }]} />}
      <FormError>{errors['all']}</FormError>
      {fields.map((field) => (
        <FieldInput key={field.id} def={field} value={base.custom[field.key]} error={errors[field.key]} />
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

/** Values typed into the inputs, by field key; null for an emptied field. */
function readForm(fields: readonly CustomFieldDef[], form: FormData) {
  const values: CustomValues = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const typed = form.getAll(field.key).filter((part) => typeof part === 'string')
    const read = readValue(field, typed.join(','))
    if ('problem' in read) errors[field.key] = read.problem
    else if (read.value === null && field.required) errors[field.key] = 'שדה חובה'
    else values[field.key] = read.value
  }
  return { values, errors }
}

const factsOf = (fields: readonly CustomFieldDef[], values: CustomValues, keys: readonly string[]): ChangedFact[] =>
  fields
    .filter(({ key }) => keys.includes(key))
    .map((field) => {
      const is = formatValue(field, values[field.key])
      return { label: field.label, ...(is && { is }) }
    })
