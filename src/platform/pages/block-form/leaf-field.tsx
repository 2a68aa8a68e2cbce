// A scalar field: text, textarea or select.
import { ChoicesContext } from './choices.ts'
import { type LinkCheck, LinkCheckContext } from './link-check.ts'
import { ProseField } from './prose-field.tsx'
import { UploadField } from './upload-field.tsx'
import { useContext, useState } from 'react'
import type { FieldMeta } from '#platform/pages/fields.ts'
import { proseOf } from '#platform/pages/prose.ts'
import type { z } from '#lib/schema.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

/** Errors by path, and whether untouched empty fields report theirs. */
export type ErrorReporting = { problems: ReadonlyMap<string, string>; showAll: boolean; idPrefix: string }
export type LeafFieldProps = ErrorReporting & {
  value: unknown
  path: string
  onChange: (value: unknown) => void
}
export type LeafFieldPropsFor<Schema extends z.ZodType = z.ZodType> = LeafFieldProps & { schema: Schema }

export function LeafField({
  value,
  path,
  problems,
  showAll,
  idPrefix,
  onChange,
  meta,
}: LeafFieldProps & { meta: FieldMeta }) {
  const [wasLeft, setLeft] = useState(false)
  const entered = typeof value === 'string' ? value : ''
  const warning = warningOf(useContext(LinkCheckContext), meta.input, entered)
  const offered = useContext(ChoicesContext)
  const choices = meta.input === 'line' && meta.suggestions ? offered[meta.suggestions] : noChoices
  const error = showAll || wasLeft || entered !== '' ? problems.get(path) : undefined
  const field = {
    id: `${idPrefix}.${path}`,
    name: path,
    label: meta.label,
    error,
    hint: warning ? <span className="block-form__warning">{warning}</span> : hintOf(meta, entered),
    onBlur: () => setLeft(true),
    ...('optional' in meta && (meta.optional ? { optional: '(לא חובה)' } : { required: true })),
  }
  const type = (event: { target: { value: string } }) => onChange(event.target.value)
  switch (meta.input) {
    case 'switch':
      return <CheckField {...field} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
    case 'choice':
      return (
        <SelectField {...field} value={entered} onChange={type}>
          {Object.entries(meta.options).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </SelectField>
      )
    case 'day':
      return <DayField {...field} value={entered} onValueChange={onChange} />
    case 'address':
      return <TextField {...field} dir="ltr" list="site-addresses" autoComplete="off" value={entered} onChange={type} />
    case 'prose':
      return <ProseField {...field} value={entered} onChange={onChange} />
    case 'line':
      // A list of suggestions shows ids, and on some phones nothing until something is typed.
      if (choices.size > 0)
        return (
          <SelectField {...field} hint={undefined} value={entered} onChange={type}>
            <option value="">לא נבחר</option>
            {entered !== '' && !choices.has(entered) && <option value={entered}>{entered} (לא מפורסם)</option>}
            {[...choices].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )
      if (meta.upload) return <UploadField field={field} of={meta.upload} value={entered} onChange={onChange} />
      return <TextField {...field} autoComplete="off" value={entered} onChange={type} />
    default:
      return <TextAreaField {...field} rows={rowsFor(entered)} value={entered} onChange={type} />
  }
}

/** The warning about a link: the address itself, or the first such link within paragraphs, with its text. */
function warningOf(check: LinkCheck, input: FieldMeta['input'], entered: string): string | undefined {
  if (input === 'address') return check(entered)
  if (input !== 'prose') return undefined
  for (const { href, text } of proseOf(entered).flat()) {
    const why = href && check(href)
    if (why) return `״${text}״: ${why}`
  }
  return undefined
}

const noChoices: ReadonlyMap<string, string> = new Map()

/** The remaining characters, shown near the maximum length. */
function hintOf(meta: FieldMeta, entered: string): string | undefined {
  if (!('max' in meta) || meta.input === 'list') return meta.help
  const remaining = meta.max - entered.length
  return remaining >= 0 && remaining <= meta.max / 5 && entered !== ''
    ? `נותרו ${remaining.toLocaleString('en')} תווים`
    : meta.help
}

const rowsFor = (entered: string) =>
  Math.min(
    14,
    Math.max(
      3,
      entered.split('\n').reduce((rows, row) => rows + 1 + Math.floor(row.length / 48), 0),
    ),
  )
