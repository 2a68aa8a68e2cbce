// Checks that the form schema cannot express: keys, references, order, cycles, endings.
import type { FormDefinition } from './definition-schema.ts'
import { definitionProblem, type DefinitionProblem, limits, type Place } from './definition-problems.ts'
import { checkReferences } from './check-references.ts'
import type { Field } from './field-schema.ts'
import { placedFields } from './placed-fields.ts'

/** Problems of a definition, in form order. Empty: it can be published. */
export function checkDefinition(definition: FormDefinition): DefinitionProblem[] {
  const limit = overLimits(definition)
  if (limit.length > 0) return limit
  return [
    ...duplicateKeys(definition),
    ...placedFields(definition).flatMap(({ field }) => ownProblems(field)),
    ...filesBeforeOthers(definition),
    ...checkReferences(definition),
    ...endingProblems(definition),
  ]
}

function overLimits(definition: FormDefinition): DefinitionProblem[] {
  const fields = placedFields(definition).length
  return [
    ...(fields === 0 ? [definitionProblem('no_fields')] : []),
    ...(fields > limits.fields ? [definitionProblem('too_many_fields')] : []),
    ...(definition.pages.length > limits.pages ? [definitionProblem('too_many_pages')] : []),
    ...(definition.computed.length > limits.computed ? [definitionProblem('too_many_computed')] : []),
    ...(definition.dimensions.length > limits.dimensions ? [definitionProblem('too_many_dimensions')] : []),
    ...(definition.endings.length > limits.endings ? [definitionProblem('too_many_endings')] : []),
  ]
}

/** Fields and computed values share a key namespace, because texts can insert both. */
function duplicateKeys({ pages, computed, endings, dimensions }: FormDefinition): DefinitionProblem[] {
  const groups = pages.flatMap((page) => page.groups)
  const named = (part: Place['part'], list: readonly { key: string; title?: string | undefined; label?: string }[]) =>
    list.map(({ key, title, label = title ?? key }): Required<Place> => ({ part, key, label }))
  const spaces = [
    named('page', pages),
    named('group', groups),
    [...named('field', groups.flatMap(({ fields }) => fields)), ...named('computed', computed)], // prettier-ignore
    named('ending', endings),
    // `total` is the overall score.
    [{ part: 'dimension' as const, key: 'total', label: 'total' }, ...named('dimension', dimensions)],
  ]
  return spaces.flatMap((places) =>
    places
      .filter(({ key }, at) => places.findIndex((other) => other.key === key) < at)
      .map((place) => definitionProblem('duplicate_key', place)),
  )
}

function ownProblems(field: Field): DefinitionProblem[] {
  const place: Place = { part: 'field', key: field.key, label: field.label }
  const lists = [
    'options' in field ? field.options : [],
    'rows' in field ? field.rows : [],
    'columns' in field ? field.columns : [],
  ]
  const isRepeated = lists.some((list) => new Set(list.map(({ key }) => key)).size < list.length)
  // `other` is reserved for the free text of a choice.
  const hasOtherTwice = 'other' in field && field.other && field.options.some(({ key }) => key === 'other')
  return [
    ...(isRepeated || hasOtherTwice ? [definitionProblem('duplicate_option', place)] : []),
    ...consentProblems(field, place),
    ...(areReversed(field) ? [definitionProblem('bounds_reversed', place)] : []),
  ]
}

function consentProblems(field: Field, place: Place): DefinitionProblem[] {
  if (field.kind !== 'consent') return []
  if (field.purpose === 'terms')
    return field.text === undefined ? [definitionProblem('consent_text_missing', place)] : []
  return field.text === undefined ? [] : [definitionProblem('consent_text_given', place)]
}

/** A file that is too large is truncated in the POST, together with all fields after it. */
const filesBeforeOthers = ({ pages }: FormDefinition): DefinitionProblem[] =>
  pages.flatMap(({ groups }) =>
    groups
      .flatMap(({ fields }) => fields)
      .slice(0, -1)
      .filter(({ kind }) => kind === 'file')
      .map(({ key, label }) => definitionProblem('file_not_last', { part: 'field', key, label })),
  )

function areReversed(field: Field): boolean {
  if (!('least' in field) || field.least === undefined || field.most === undefined) return false
  if (typeof field.least === 'number') return field.least > Number(field.most)
  return field.least !== 'today' && field.most !== 'today' && field.least > field.most
}

function endingProblems({ endings, pages }: FormDefinition): DefinitionProblem[] {
  const last = endings.at(-1)
  if (!last) return [definitionProblem('no_ending')]
  const place = ({ key, title }: { key: string; title: string }): Place => ({ part: 'ending', key, label: title })
  const first = endings.findIndex((ending) => ending.if === undefined)
  const jumpedTo = new Set(pages.flatMap(({ jumps }) => jumps.flatMap(({ to }) => ('ending' in to ? [to.ending] : []))))
  const unreached = first < 0 ? [] : endings.slice(first + 1).filter(({ key }) => !jumpedTo.has(key))
  return [
    ...(first < 0 ? [definitionProblem('last_ending_has_condition', place(last))] : []),
    ...unreached.map((ending) => definitionProblem('ending_never_reached', place(ending))),
  ]
}
