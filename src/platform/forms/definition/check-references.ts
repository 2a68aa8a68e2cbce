// Checks that references in logic and texts exist, have the right kind, and refer to earlier fields. Backward references exclude cycles.
import type { FormDefinition } from './definition-schema.ts'
import { type DefinitionCode, definitionProblem, type DefinitionProblem, type Place } from './definition-problems.ts'
import type { Field } from './field-schema.ts'
import type { Condition, Expression } from './logic-schema.ts'
import { type PlacedField, placedFields } from './placed-fields.ts'
import { insertedKeys, type Reference, referencesOf } from './references.ts'

/** References that must point to fields before a position. `self` is the position of the field itself. */
type Use = { place: Place; before: number; self?: number; references: Reference[] }

export function checkReferences(definition: FormDefinition): DefinitionProblem[] {
  const placed = placedFields(definition)
  const latest = latestPositions(definition, placed)
  const problemsOfUse = (use: Use) =>
    use.references.flatMap((reference) => {
      const code = unfit(reference, definition, placed) ?? misplaced(reference, use, placed, latest)
      return code ? [definitionProblem(code, use.place)] : []
    })
  const problems = [...usesOf(definition, placed).flatMap(problemsOfUse), ...jumpProblems(definition), ...circles(definition)] // prettier-ignore
  // A condition with two references to one field is reported once.
  return problems.filter(({ message }, at) => problems.findIndex((other) => other.message === message) === at)
}

const texts = (...all: (string | undefined)[]): Reference[] =>
  all.flatMap(insertedKeys).map((key) => ({ to: 'field', key, as: 'any' }))

function usesOf({ pages, computed, endings }: FormDefinition, placed: PlacedField[]): Use[] {
  const firstOf = (is: (one: PlacedField) => boolean) => placed.find(is)?.position ?? placed.length
  const logic = (one: Condition | Expression | undefined) => referencesOf(one)
  let end = 0
  return [
    ...pages.flatMap((page): Use[] => {
      const start = end
      end += page.groups.reduce((sum, { fields }) => sum + fields.length, 0)
      const place: Place = { part: 'page', key: page.key, label: page.title ?? page.key }
      return [
        { place, before: start, references: [...logic(page.showIf), ...texts(page.title, page.text)] },
        ...page.groups.map((group) => ({
          place: { part: 'group' as const, key: group.key, label: group.title ?? group.key },
          before: firstOf((one) => one.group === group),
          references: [...logic(group.showIf), ...texts(group.title, group.text)],
        })),
        { place, before: end, references: page.jumps.flatMap((jump) => logic(jump.if)) },
      ]
    }),
    ...placed.map(({ field, position }) => ({
      place: { part: 'field' as const, key: field.key, label: field.label },
      before: position,
      self: position,
      references: [...logic(field.showIf), ...fieldReferences(field)],
    })),
    ...computed.map(({ key, label, value }) => ({
      place: { part: 'computed' as const, key, label },
      before: Infinity,
      references: logic(value),
    })),
    ...endings.map((ending) => ({
      place: { part: 'ending' as const, key: ending.key, label: ending.title },
      before: Infinity,
      references: [...logic(ending.if), ...texts(ending.title, ending.text)],
    })),
  ]
}

function fieldReferences(field: Field): Reference[] {
  const own = texts(field.label, 'help' in field ? field.help : undefined)
  if (field.kind === 'calculated') return [...own, { to: 'computed', key: field.computed }]
  if (field.kind === 'statement') return [...own, ...texts(field.text)]
  if (!('dimension' in field) || field.dimension === undefined) return own
  return [...own, { to: 'score', key: field.dimension }]
}

const numeric = ['number', 'money', 'scale', 'rating']
const selected = ['single', 'dropdown', 'multi']
const scored = [...selected, 'yes_no', 'scale', 'rating', 'matrix']
const written = ['text', 'long_text', 'email', 'phone', 'hidden', 'signature', 'id_number']

/** The problem code of a reference that is missing or has the wrong kind. */
function unfit(reference: Reference, definition: FormDefinition, placed: PlacedField[]): DefinitionCode | undefined {
  const has = (list: readonly { key: string }[]) => list.some(({ key }) => key === reference.key)
  if (reference.to === 'computed') return has(definition.computed) ? undefined : 'unknown_computed'
  if (reference.to === 'score')
    return reference.key === 'total' || has(definition.dimensions) ? undefined : 'unknown_dimension'
  const field = placed.find((one) => one.field.key === reference.key)?.field
  if (!field) {
    const isInserted = reference.to === 'field' && reference.as === 'any' && has(definition.computed)
    return isInserted ? undefined : 'unknown_field'
  }
  if (reference.to === 'column') {
    const column = field.kind === 'table' && field.columns.find(({ key }) => key === reference.column)
    if (!column) return 'unknown_column'
    return column.kind === 'number' || column.kind === 'money' ? undefined : 'field_does_not_fit'
  }
  if (reference.to === 'option') return unfitOption(field, reference.option)
  const fitting = { any: undefined, number: numeric, points: scored, text: written, day: ['date'] }[reference.as]
  return !fitting || fitting.includes(field.kind) ? undefined : 'field_does_not_fit'
}

function unfitOption(field: Field, option: string): DefinitionCode | undefined {
  if (field.kind === 'yes_no' || field.kind === 'consent')
    return option === 'yes' || option === 'no' ? undefined : 'unknown_option'
  if (field.kind !== 'single' && field.kind !== 'dropdown' && field.kind !== 'multi') return 'field_does_not_fit'
  const isOther = option === 'other' && field.other === true
  return isOther || field.options.some(({ key }) => key === option) ? undefined : 'unknown_option'
}

/** The problem code of a reference to a later field. */
function misplaced(
  reference: Reference,
  { before, self }: Use,
  placed: PlacedField[],
  latest: ReadonlyMap<string, number>,
): DefinitionCode | undefined {
  // A score counts the answers so far.
  if (reference.to === 'score') return undefined
  const position =
    (reference.to === 'computed' ? undefined : placed.find(({ field }) => field.key === reference.key)?.position) ??
    latest.get(reference.key) ??
    -1
  if (position === self) return 'reference_to_itself'
  return position >= before ? 'reference_to_later_field' : undefined
}

/** The position of the last field that each computed value depends on. NaN: it depends on itself. */
function latestPositions({ computed }: FormDefinition, placed: PlacedField[]): Map<string, number> {
  const known = new Map<string, number>()
  const latestOf = (key: string, open: readonly string[]): number => {
    if (open.includes(key)) return Number.NaN
    const found = known.get(key)
    if (found !== undefined) return found
    const value = computed.find((one) => one.key === key)?.value
    const positions = referencesOf(value).map((reference) => {
      if (reference.to === 'computed') return latestOf(reference.key, [...open, key])
      return placed.find(({ field }) => field.key === reference.key)?.position ?? -1
    })
    const position = Math.max(-1, ...positions)
    known.set(key, position)
    return position
  }
  for (const { key } of computed) latestOf(key, [])
  return known
}

function circles({ computed }: FormDefinition): DefinitionProblem[] {
  const needs = new Map(
    computed.map(({ key, value }) => [
      key,
      referencesOf(value).flatMap((one) => (one.to === 'computed' ? [one.key] : [])),
    ]),
  )
  const reaches = (from: string, key: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some((next) => {
      if (next === key) return true
      if (seen.has(next)) return false
      return reaches(next, key, seen.add(next))
    })
  return computed
    .filter(({ key }) => reaches(key, key, new Set()))
    .map(({ key, label }) => definitionProblem('circle_in_computed', { part: 'computed', key, label }))
}

function jumpProblems({ pages, endings }: FormDefinition): DefinitionProblem[] {
  return pages.flatMap(({ key, title, jumps }, from) =>
    jumps.flatMap(({ to }) => {
      const place: Place = { part: 'page', key, label: title ?? key }
      if ('ending' in to)
        return endings.some((ending) => ending.key === to.ending) ? [] : [definitionProblem('unknown_ending', place)]
      const target = pages.findIndex((page) => page.key === to.page)
      if (target < 0) return [definitionProblem('unknown_page', place)]
      return target <= from ? [definitionProblem('jump_goes_back', place)] : []
    }),
  )
}
