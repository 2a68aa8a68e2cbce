// Filter and sort of the contact list, and their query string format.
import { Day, z } from '#lib/schema.ts'

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { name_words: z.object({ word: z.string() }) }

/** Built-in filter fields. Custom fields are `custom.` plus their key. */
export const builtInFields = [
  'lifecycle',
  'owner',
  'source',
  'tag',
  'deal',
  'stage',
  'next_step',
  'created',
  'activity',
  'consent',
  'has',
] as const
export type BuiltInField = (typeof builtInFields)[number]
export type FilterField = BuiltInField | `custom.${string}`

/** `last` and `older` count days back from now; `from` and `to` are days in Israel, both inclusive. */
export const operators = ['is', 'not', 'contains', 'min', 'max', 'from', 'to', 'last', 'older'] as const
export type Operator = (typeof operators)[number]

/** The value `none` means empty; `me` in an owner field is the caller. */
export type Condition = { field: FilterField; op: Operator; values: string[] }
/** Groups are joined by or, the conditions of a group by and. `words` is the search text. */
export type ContactFilter = { groups: Condition[][]; words: string }

export const sorts = ['activity', 'created', 'name', 'next_step'] as const
type SortKey = (typeof sorts)[number]
/** A minus sign reverses the order. */
export type Sort = SortKey | `-${SortKey}`
export const defaultSort: Sort = '-activity'

const limits = { groups: 10, conditions: 30, values: 100 } as const

const OR = 'or'

/** Parses a filter from the query string. Unknown parts are ignored, so that old links keep working. */
export function filterOf(search: string | URLSearchParams): ContactFilter {
  const params = new URLSearchParams(search)
  const groups: Condition[][] = [[]]
  for (const entry of params.getAll('f').slice(0, limits.conditions)) {
    const condition = entry === OR ? undefined : readCondition(entry)
    if (entry === OR && groups.at(-1)!.length > 0) groups.push([])
    else if (condition) groups.at(-1)!.push(condition)
  }
  return {
    groups: groups.filter((group) => group.length > 0).slice(0, limits.groups),
    words: (params.get('q') ?? '').trim().slice(0, 200),
  }
}

/** Serialises filter groups as query parameters, `f=lifecycle:is:lead,client&f=or&f=owner:is:none`. */
export function filterEntries(groups: readonly (readonly Condition[])[]): [string, string][] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at): [string, string][] => [
      ...(at > 0 ? ([['f', OR]] as [string, string][]) : []),
      ...group.map(({ field, op, values }): [string, string] => [
        'f',
        `${field}:${op}:${values.map(escapeValue).join(',')}`,
      ]),
    ])
}

function readCondition(entry: string): Condition | undefined {
  const [, field, op, values] = /^([a-z_.0-9]+):([a-z]+):(.+)$/su.exec(entry) ?? []
  if (!isField(field) || !isOperator(op) || !values) return undefined
  const list = values.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))
  if ((op === 'from' || op === 'to') && !Day.safeParse(list[0]).success) return undefined
  return { field, op, values: list.slice(0, limits.values) }
}

// Commas separate values; a comma inside a value is escaped.
const escapeValue = (value: string) => value.replaceAll(',', '\\,')

const isField = (name: string | undefined): name is FilterField =>
  name !== undefined &&
  ((builtInFields as readonly string[]).includes(name) || /^custom\.[a-z][a-z0-9_]{0,39}$/.test(name))
const isOperator = (name: string | undefined): name is Operator =>
  name !== undefined && (operators as readonly string[]).includes(name)

/** Parses the sort from the query string; the default if there is none. */
export function sortOf(search: string | URLSearchParams): Sort {
  const named = new URLSearchParams(search).get('sort') ?? ''
  return (sorts as readonly string[]).includes(named.replace(/^-/, '')) ? (named as Sort) : defaultSort
}

/** Target of a bulk change: selected ids, or the whole list except excluded ids. */
export type Selection = { ids: string[] } | { filter: ContactFilter; but: string[] }

/** Exactly one key. `deleted_at: 'now'` moves contacts to the bin. */
export type BulkContactChange =
  | { owner_id: string | null }
  | { lifecycle: string }
  | { source: string | null }
  | { deleted_at: 'now' }
  | { add_tag: string }
  | { remove_tag: string }
  | { task: { name: string; due_date: string | null; user_id: string | null } }

export const refusals = {
  filter_invalid: 'אחד המסננים אינו תקין. הסירו אותו ונסו שוב',
} as const
