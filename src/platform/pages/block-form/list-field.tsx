// An ordered list field whose rows can be expanded, moved and removed.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, useId, useState } from 'react'
import { type FieldMeta, fieldOf } from '#platform/pages/fields.ts'
import { z } from '#lib/schema.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { firstText } from './block-problems.ts'
import { type LeafFieldProps, type LeafFieldPropsFor, LeafField } from './leaf-field.tsx'

type ListMeta = Extract<FieldMeta, { input: 'list' }>
type RowFields = ComponentType<LeafFieldPropsFor<z.ZodObject>>

/** `RowFields` renders rows whose schema is an object. */
export function ListField({
  value,
  path,
  onChange,
  meta,
  RowFields,
  ...reporting
}: LeafFieldProps & { meta: ListMeta; RowFields: RowFields }) {
  const rows = value as readonly unknown[]
  const label = useId()
  const { keys, change } = useRowKeys(rows, onChange)
  const [added, setAdded] = useState<string>()
  const errorText = reporting.problems.get(path)
  const only = rows.length <= meta.min

  function add() {
    const key = crypto.randomUUID()
    setAdded(key)
    change([...rows, blankValue(meta.item)], [...keys, key])
  }
  const without = (at: number) => change(rows.toSpliced(at, 1), keys.toSpliced(at, 1))
  const moved = (at: number, by: -1 | 1) =>
    change(
      rows.toSpliced(at, 1).toSpliced(at + by, 0, rows[at]),
      keys.toSpliced(at, 1).toSpliced(at + by, 0, keys[at]!),
    )

  return (
    <fieldset className="rows" aria-describedby={errorText && `${label}-error`}>
      <legend>{meta.label}</legend>
      {meta.help && <p className="hint">{meta.help}</p>}
      <ol>
        {rows.map((row, at) => (
          <li key={keys[at]}>
            <Row
              {...reporting}
              meta={meta}
              RowFields={RowFields}
              value={row}
              path={`${path}.${at}`}
              name={`${meta.one} ${at + 1}`}
              isNew={keys[at] === added}
              onChange={(entered) => onChange(rows.with(at, entered))}
            />
            <span className="rows__acts">
              <Act icon={ArrowUp} name={`${meta.one} ${at + 1}: למעלה`} off={at === 0} onAct={() => moved(at, -1)} />
              <Act
                icon={ArrowDown}
                name={`${meta.one} ${at + 1}: למטה`}
                off={at === rows.length - 1}
                onAct={() => moved(at, 1)}
              />
              <Act icon={Trash2} name={`${meta.one} ${at + 1}: הסרה`} off={only} onAct={() => without(at)} />
            </span>
          </li>
        ))}
      </ol>
      {errorText && <ErrorText id={`${label}-error`}>{errorText}</ErrorText>}
      {rows.length < meta.max ? (
        <Button size="sm" look="ghost" icon={<Icon of={Plus} />} onClick={add}>
          הוספת {meta.one}
        </Button>
      ) : (
        !only && <p className="hint">הרשימה מלאה: אפשר עד {meta.max}. כדי להוסיף, הסירו קודם שורה.</p>
      )}
    </fieldset>
  )
}

type RowProps = LeafFieldProps & { meta: ListMeta; RowFields: RowFields; name: string; isNew: boolean }

function Row({ meta, RowFields: Inner, name, isNew, ...props }: RowProps) {
  const { item } = meta
  const own = fieldOf(item)
  if (!(item instanceof z.ZodObject)) return own ? <LeafField {...props} meta={{ ...own, label: name }} /> : null
  const isWrong = [...props.problems.keys()].some((at) => at.startsWith(`${props.path}.`))
  return (
    <details className="rows__row" open={isNew || (props.showAll && isWrong)}>
      <summary>
        <b>{name}</b>
        <bdi>{firstText({ content: props.value }) || firstTextIn(props.value)}</bdi>
      </summary>
      <div className="rows__fields">
        <Inner {...props} schema={item} />
      </div>
    </details>
  )
}

const firstTextIn = (value: unknown) =>
  Object.values(Object(value) as object).find(
    (entered): entered is string => typeof entered === 'string' && entered !== '',
  ) ?? ''

function Act({ icon, name, off, onAct }: { icon: typeof Plus; name: string; off: boolean; onAct: () => void }) {
  return (
    <Button
      look="ghost"
      size="sm"
      iconOnly
      aria-label={name}
      disabled={off}
      onClick={onAct}
      icon={<Icon of={icon} />}
    />
  )
}

/** React keys that move with their rows, so that an expanded row stays expanded. */
function useRowKeys(rows: readonly unknown[], onChange: (rows: unknown) => void) {
  const [stored, setStored] = useState<readonly string[]>([])
  const keys = stored.length === rows.length ? stored : rows.map(() => crypto.randomUUID())
  if (keys !== stored) setStored(keys)
  const change = (next: readonly unknown[], nextKeys: readonly string[]) => {
    setStored(nextKeys)
    onChange(next)
  }
  return { keys, change }
}

/** An empty initial form value; required fields are up to the schema. */
function blankValue(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodDefault) return blankValue(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => [name, blankValue(inner)]),
    )
  const field = fieldOf(schema)
  if (field?.input === 'list') return Array.from({ length: field.min }, () => blankValue(field.item))
  if (field?.input === 'switch') return false
  if (field?.input === 'choice') return Object.keys(field.options)[0]
  return ''
}
