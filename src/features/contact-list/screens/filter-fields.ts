// Filter fields of contacts, with their labels, operators and options.
import { useMemo } from 'react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { type Condition, type FilterField, type Operator } from '#features/contact-list/contact-list.ts'
import { lifecycleLabels, lifecycles, sources } from '#features/contacts/contacts.ts'
import { type CustomFieldDef, formatValue } from '#platform/fields/fields.ts'
import { useFields } from '#platform/fields/fields.data.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { useTags } from '#platform/tags/tags.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'

export type Option = { value: string; text: string; color?: string }
type Kind = 'choice' | 'time' | 'day' | 'number' | 'text'
export type FilterFieldInfo = { field: FilterField; label: string; kind: Kind; options: Option[]; def?: CustomFieldDef }

export const operatorsOf: Record<Kind, readonly Operator[]> = {
  choice: ['is', 'not'],
  time: ['last', 'older', 'from', 'to'],
  day: ['from', 'to'],
  number: ['min', 'max'],
  text: ['contains'],
}
export const operatorLabels: Record<Operator, string> = {
  is: 'אחד מאלה',
  not: 'אף אחד מאלה',
  contains: 'כולל את המילים',
  min: 'לפחות',
  max: 'לכל היותר',
  from: 'מיום',
  to: 'עד יום',
  last: 'בימים האחרונים',
  older: 'לפני יותר מ־',
}

const none: Option = { value: 'none', text: 'לא נקבע' }
const kindOf: Record<CustomFieldDef['type'], Kind> = {
  text: 'text',
  url: 'text',
  phone: 'text',
  number: 'number',
  money: 'number',
  date: 'day',
  select: 'choice',
  multi: 'choice',
  checkbox: 'choice',
}

/** All filter fields. Options are empty while they load. */
export function useFilterFields(): FilterFieldInfo[] {
  const { data: staff } = useStaff()
  const { data: tags } = useTags()
  const { data: pipelines } = usePipelines()
  const { data: fields } = useFields('contact')
  return useMemo(
    () => [
      choice(
        'lifecycle',
        'סוג',
        lifecycles.map((value) => ({ value, text: lifecycleLabels[value] })),
      ),
      choice('owner', 'באחריות', [
        { value: 'me', text: 'אני' },
        none,
        ...(staff ?? []).map(({ user_id: value, name: text }) => ({ value, text })),
      ]),
      choice('tag', 'תגית', [
        ...(tags ?? []).map(({ id: value, name: text, color }) => ({ value, text, color })),
        { value: 'none', text: 'בלי תגיות' },
      ]),
      choice('source', 'מקור', [...sources.map((value) => ({ value, text: value })), none]),
      choice('deal', 'הזדמנות', [
        { value: 'open', text: 'פתוחה' },
        { value: 'won', text: 'נסגרה בהצלחה' },
        { value: 'lost', text: 'לא הבשילה' },
        { value: 'none', text: 'אין הזדמנות' },
      ]),
      choice(
        'stage',
        'שלב מכירה',
        (pipelines ?? []).flatMap((pipeline) =>
          pipeline.stages.map(({ id: value, name, color }) => ({
            value,
            text: pipelines!.length > 1 ? `${name} (${pipeline.name})` : name,
            color,
          })),
        ),
      ),
      choice('next_step', 'הצעד הבא', [
        { value: 'overdue', text: 'באיחור' },
        { value: 'planned', text: 'מתוכנן' },
        { value: 'none', text: 'לא נקבע' },
      ]),
      { field: 'activity', label: 'פעילות אחרונה', kind: 'time', options: [] },
      { field: 'created', label: 'נוספו', kind: 'time', options: [] },
      choice('consent', 'הסכמה לדיוור', [
        { value: 'email', text: 'בדוא״ל' },
        { value: 'sms', text: 'ב־SMS' },
        { value: 'whatsapp', text: 'בוואטסאפ' },
        { value: 'phone', text: 'בטלפון' },
      ]),
      choice('has', 'יש להם', [
        { value: 'phone', text: 'טלפון' },
        { value: 'email', text: 'דוא״ל' },
        { value: 'household', text: 'משק בית' },
        { value: 'portal', text: 'גישה לפורטל' },
        { value: 'dnc', text: 'בקשה שלא ליצור קשר שיווקי' },
      ]),
      ...(fields ?? []).map((def): FilterFieldInfo => ({
        field: `custom.${def.key}`,
        label: def.label,
        kind: kindOf[def.type],
        options:
          def.type === 'checkbox'
            ? [
                { value: 'true', text: 'כן' },
                { value: 'false', text: 'לא' },
                { value: 'none', text: 'לא מולא' },
              ]
            : kindOf[def.type] === 'choice'
              ? [
                  ...def.options.map(({ id: value, label: text }) => ({ value, text })),
                  { value: 'none', text: 'לא מולא' },
                ]
              : [],
        def,
      })),
    ],
    [staff, tags, pipelines, fields],
  )
}

const choice = (field: FilterField, label: string, options: Option[]): FilterFieldInfo => ({
  field,
  label,
  kind: 'choice',
  options,
})

/** A condition's text after its field label. A deleted option is shown as deleted. */
export function conditionText({ op, values }: Condition, info: FilterFieldInfo): string {
  const one = values[0] ?? ''
  if (op === 'last')
    return count(Number(one), { one: 'ביום האחרון', two: 'ביומיים האחרונים', other: 'ב־# הימים האחרונים' })
  if (op === 'older')
    return count(Number(one), { one: 'לפני יותר מיום', two: 'לפני יותר מיומיים', other: 'לפני יותר מ־# ימים' })
  if (op === 'from' || op === 'to') return `${op === 'from' ? 'מ־' : 'עד '}${formatDate(one)}`
  if (op === 'min' || op === 'max') {
    const amount = info.def ? formatValue(info.def, Number(one)) : one
    return `${operatorLabels[op]} ${amount}`
  }
  if (op === 'contains') return `״${one}״`
  const texts = values.map((value) => info.options.find((option) => option.value === value)?.text ?? 'כבר לא ברשימה')
  const shown = texts.length > 2 ? `${texts.slice(0, 2).join(', ')} ועוד ${texts.length - 2}` : texts.join(', ')
  return op === 'not' ? `לא ${shown}` : shown
}

/** Initial value of a new condition; undefined if the user has to choose one. */
export function firstCondition({ field, kind }: FilterFieldInfo): Condition {
  if (kind === 'time') return { field, op: 'last', values: ['30'] }
  return { field, op: operatorsOf[kind][0]!, values: [] }
}

/** Whether a condition is complete and valid. */
export const isComplete = ({ op, values }: Condition) =>
  values.length > 0 &&
  values.every((value) => value !== '') &&
  (op !== 'last' && op !== 'older' ? true : /^[1-9]\d{0,3}$/.test(values[0]!)) &&
  (op !== 'from' && op !== 'to' ? true : /^\d{4}-\d\d-\d\d$/.test(values[0]!)) &&
  (op !== 'min' && op !== 'max' ? true : /^-?\d+(\.\d+)?$/.test(values[0]!))
