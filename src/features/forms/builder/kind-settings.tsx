// Settings that are specific to a kind of field.
import type { Field, FieldOf, Option } from '#platform/forms/definition/field-schema.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import type { FormDraft } from './form-draft.ts'
import { NumberInput } from './number-input.tsx'
import { OptionList } from './option-list.tsx'

type Props<One extends Field = Field> = { field: One; onChange: (field: One) => void }

export function KindSettings({ field, onChange }: Props) {
  const set = (part: object) => onChange({ ...field, ...part } as Field)
  switch (field.kind) {
    case 'single':
    case 'dropdown':
    case 'multi':
    case 'ranking':
      return <Choices field={field} onChange={onChange} />
    case 'matrix':
      return (
        <>
          <OptionList
            legend="שורות"
            word="שורה"
            items={field.rows}
            most={30}
            fresh={(key) => ({ key, label: '' })}
            onChange={(rows) => set({ rows })}
          />
          <Options field={field} legend="תשובות לבחירה" onChange={(options) => set({ options })} />
        </>
      )
    case 'table':
      return <TableColumns field={field} onChange={onChange} />
    case 'text':
      return (
        <>
          <CheckField
            name="format"
            label="זה שם של אדם"
            checked={field.format === 'name'}
            onChange={({ target }) => set({ format: target.checked ? 'name' : undefined })}
          />
          <Bounds field={field} words={['הכי פחות תווים', 'הכי הרבה תווים']} limit={1000} onChange={set} />
        </>
      )
    case 'long_text':
      return <Bounds field={field} words={['הכי פחות תווים', 'הכי הרבה תווים']} limit={10_000} onChange={set} />
    case 'number':
      return (
        <>
          <Bounds
            field={field}
            words={['לא פחות מ־', 'לא יותר מ־']}
            limit={1e9}
            least={-1e9}
            isWhole={false}
            onChange={set}
          />
          <TextField
            name="unit"
            label="יחידה"
            optional="(לא חובה)"
            maxLength={30}
            value={field.unit ?? ''}
            onChange={({ target }) => set({ unit: target.value || undefined })}
          />
          <CheckField
            name="whole"
            label="רק מספר שלם"
            checked={field.whole === true}
            onChange={({ target }) => set({ whole: target.checked || undefined })}
          />
        </>
      )
    case 'money':
      return (
        <Bounds
          field={field}
          words={['לא פחות מ־ (בשקלים)', 'לא יותר מ־ (בשקלים)']}
          limit={1e12}
          scale={100}
          isWhole={false}
          onChange={set}
        />
      )
    case 'scale':
      return <ScaleSettings field={field} onChange={onChange} />
    case 'rating':
      return (
        <>
          <SelectField
            name="most"
            label="כמה כוכבים"
            value={field.most}
            onChange={({ target }) => set({ most: Number(target.value) })}
          >
            {[3, 4, 5, 6, 7, 8, 9, 10].map((max) => (
              <option key={max}>{max}</option>
            ))}
          </SelectField>
          <CheckField
            name="isScored"
            label="נספר בניקוד"
            checked={field.isScored === true}
            onChange={({ target }) => set({ isScored: target.checked || undefined })}
          />
        </>
      )
    case 'yes_no':
      return <YesNoPoints field={field} onChange={onChange} />
    case 'date':
      return (
        <SelectField
          name="bounds"
          label="אילו ימים"
          value={
            field.least === 'today' ? 'ahead' : field.most === 'today' ? 'past' : field.least || field.most ? 'own' : ''
          }
          onChange={({ target }) =>
            target.value !== 'own' &&
            set({
              least: target.value === 'ahead' ? 'today' : undefined,
              most: target.value === 'past' ? 'today' : undefined,
            })
          }
        >
          <option value="">כל יום</option>
          <option value="ahead">מהיום והלאה</option>
          <option value="past">עד היום</option>
          {field.least && field.least !== 'today' && <option value="own">כמו שהוגדר</option>}
        </SelectField>
      )
    case 'consent':
      return (
        <>
          <SelectField
            name="purpose"
            label="למה מסכימים"
            value={field.purpose}
            onChange={({ target }) =>
              set(
                target.value === 'marketing'
                  ? { purpose: 'marketing', text: undefined }
                  : { purpose: 'terms', text: '' },
              )
            }
          >
            <option value="marketing">לקבל דיוור, בנוסח של העסק שבתוקף</option>
            <option value="terms">לתנאים אחרים</option>
          </SelectField>
          {field.purpose === 'terms' && (
            <TextAreaField
              name="text"
              label="נוסח ההסכמה"
              required
              rows={3}
              maxLength={2000}
              value={field.text ?? ''}
              onChange={({ target }) => set({ text: target.value })}
            />
          )}
        </>
      )
    case 'statement':
      return (
        <TextAreaField
          name="text"
          label="טקסט"
          rows={4}
          maxLength={4000}
          value={field.text ?? ''}
          onChange={({ target }) => set({ text: target.value || undefined })}
        />
      )
    case 'hidden':
      return (
        <TextField
          name="value"
          label="ערך קבוע"
          optional="(לא חובה)"
          hint="בלי ערך קבוע הוא מגיע מהקישור"
          maxLength={500}
          value={field.value ?? ''}
          onChange={({ target }) => set({ value: target.value || undefined })}
        />
      )
    default:
      return null
  }
}

type BoundsProps = {
  field: { least?: number | undefined; most?: number | undefined }
  words: [string, string]
  limit: number
  least?: number
  scale?: number
  isWhole?: boolean
  onChange: (part: object) => void
}

const Bounds = ({ field, words, limit, least = 0, onChange, ...number }: BoundsProps) => (
  <div className="builder__pair">
    <NumberInput
      name="least"
      label={words[0]}
      value={field.least}
      least={least}
      most={limit}
      onChange={(value) => onChange({ least: value })}
      {...number}
    />
    <NumberInput
      name="most"
      label={words[1]}
      value={field.most}
      least={least}
      most={limit}
      onChange={(value) => onChange({ most: value })}
      {...number}
    />
  </div>
)

type OptionsProps = {
  field: FieldOf<'single' | 'dropdown' | 'multi' | 'ranking' | 'matrix'>
  legend: string
  onChange: (options: Option[]) => void
}

function Options({ field, legend, onChange }: OptionsProps) {
  const isScored = field.options.some(({ points }) => points !== undefined)
  return (
    <>
      <OptionList
        legend={legend}
        word="אפשרות"
        items={field.options}
        most={100}
        fresh={(key): Option => ({ key, label: '', ...(isScored && { points: 0 }) })}
        onChange={onChange}
        beside={(option, change) => (
          <>
            {isScored && (
              <input
                className="input option-list__points"
                aria-label={`ניקוד: ${option.label}`}
                dir="ltr"
                inputMode="numeric"
                defaultValue={option.points ?? 0}
                onChange={({ target }) => {
                  const points = Number(target.value)
                  if (Number.isFinite(points) && Math.abs(points) <= 1000) change({ points })
                }}
              />
            )}
            {field.kind === 'multi' && (
              <label className="option-list__exclusive">
                <input
                  type="checkbox"
                  checked={option.exclusive === true}
                  onChange={({ target }) => change({ exclusive: target.checked || undefined })}
                />
                לבדה
              </label>
            )}
          </>
        )}
      />
      {field.kind !== 'ranking' && (
        <CheckField
          name="scored"
          label="לתת ניקוד לתשובות"
          checked={isScored}
          onChange={({ target }) =>
            onChange(field.options.map((option) => (target.checked ? { ...option, points: 0 } : withoutPoints(option))))
          }
        />
      )}
    </>
  )
}

function Choices({ field, onChange }: Props<FieldOf<'single' | 'dropdown' | 'multi' | 'ranking'>>) {
  const set = (part: object) => onChange({ ...field, ...part })
  return (
    <>
      <Options field={field} legend="אפשרויות" onChange={(options) => set({ options })} />
      {field.kind !== 'ranking' && (
        <CheckField
          name="other"
          label="להוסיף ״אחר״ עם מקום לכתוב"
          checked={field.other === true}
          onChange={({ target }) => set({ other: target.checked || undefined })}
        />
      )}
      {field.kind === 'multi' && (
        <Bounds field={field} words={['הכי פחות בחירות', 'הכי הרבה בחירות']} limit={100} onChange={set} />
      )}
    </>
  )
}

const columnKinds = { text: 'טקסט', number: 'מספר', money: 'סכום', date: 'תאריך' } as const

const TableColumns = ({ field, onChange }: Props<FieldOf<'table'>>) => (
  <>
    <OptionList
      legend="עמודות"
      word="עמודה"
      items={field.columns}
      most={8}
      fresh={(key): FieldOf<'table'>['columns'][number] => ({ key, label: '', kind: 'text' })}
      onChange={(columns) => onChange({ ...field, columns })}
      beside={(column, change) => (
        <select
          className="select"
          aria-label={`סוג העמודה: ${column.label}`}
          value={column.kind}
          onChange={({ target }) => change({ kind: target.value as keyof typeof columnKinds })}
        >
          {Object.entries(columnKinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </select>
      )}
    />
    <NumberInput
      name="most"
      label="כמה שורות"
      value={field.most}
      least={1}
      most={20}
      onChange={(most) => most && onChange({ ...field, most })}
    />
  </>
)

function ScaleSettings({ field, onChange }: Props<FieldOf<'scale'>>) {
  const set = (part: Partial<FieldOf<'scale'>>) => onChange({ ...field, ...part })
  return (
    <>
      <div className="builder__pair">
        <SelectField
          name="from"
          label="מ־"
          value={field.from}
          onChange={({ target }) => set({ from: Number(target.value) })}
        >
          <option>0</option>
          <option>1</option>
        </SelectField>
        <SelectField name="to" label="עד" value={field.to} onChange={({ target }) => set({ to: Number(target.value) })}>
          {[2, 3, 4, 5, 6, 7, 8, 9, 10].map((to) => (
            <option key={to}>{to}</option>
          ))}
        </SelectField>
        <TextField
          name="lowLabel"
          label="מילה לקצה הנמוך"
          maxLength={60}
          value={field.lowLabel ?? ''}
          onChange={({ target }) => set({ lowLabel: target.value || undefined })}
        />
        <TextField
          name="highLabel"
          label="מילה לקצה הגבוה"
          maxLength={60}
          value={field.highLabel ?? ''}
          onChange={({ target }) => set({ highLabel: target.value || undefined })}
        />
      </div>
      <CheckField
        name="isScored"
        label="נספר בניקוד"
        checked={field.isScored === true}
        onChange={({ target }) => set({ isScored: target.checked || undefined })}
      />
    </>
  )
}

function YesNoPoints({ field, onChange }: Props<FieldOf<'yes_no'>>) {
  const points = field.points ?? { yes: 0, no: 0 }
  return (
    <>
      <CheckField
        name="scored"
        label="לתת ניקוד לתשובות"
        checked={field.points !== undefined}
        onChange={({ target }) => onChange({ ...field, points: target.checked ? { yes: 1, no: 0 } : undefined })}
      />
      {field.points && (
        <div className="builder__pair">
          <NumberInput
            name="yes"
            label="ניקוד לכן"
            least={-1000}
            most={1000}
            value={points.yes}
            onChange={(yes) => yes !== undefined && onChange({ ...field, points: { ...points, yes } })}
          />
          <NumberInput
            name="no"
            label="ניקוד ללא"
            least={-1000}
            most={1000}
            value={points.no}
            onChange={(no) => no !== undefined && onChange({ ...field, points: { ...points, no } })}
          />
        </div>
      )}
    </>
  )
}

/** The dimension of a scored field, if the form has dimensions. */
export function DimensionChoice({ field, draft, onChange }: Props & { draft: FormDraft }) {
  const scored = ['single', 'dropdown', 'multi', 'yes_no', 'scale', 'rating', 'matrix']
  if (draft.dimensions.length === 0 || !scored.includes(field.kind)) return null
  const { dimension } = field as FieldOf<'single'>
  return (
    <SelectField
      name="dimension"
      label="תחום בניקוד"
      value={dimension ?? ''}
      onChange={({ target }) => onChange({ ...field, dimension: target.value || undefined } as Field)}
    >
      <option value="">בלי תחום</option>
      {draft.dimensions.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

function withoutPoints(option: Option): Option {
  const { points: _, ...rest } = option
  return rest
}
