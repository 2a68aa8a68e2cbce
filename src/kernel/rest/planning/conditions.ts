// Filters with resolved columns, and filters on a whole embedded relation.
import type { Condition } from '../parsing/filter.ts'
import { RestError } from '../errors/rest-error.ts'
import { type Source, findColumn, planColumnRef } from './column-ref.ts'
import type { PlannedCondition, ReadColumn, ReadEmbed } from './read-node.ts'

export type Context = { source: Source; columns: ReadColumn[]; embeds: ReadEmbed[] }

export function planCondition(context: Context, condition: Condition): PlannedCondition {
  const { not } = condition
  if (condition.kind !== 'filter') {
    const conditions = condition.conditions.map((inner) => planCondition(context, inner))
    return { kind: condition.kind, not, conditions }
  }
  const { field, operation } = condition
  const embed = field.path.length === 0 ? context.embeds.find((other) => other.key === field.name) : undefined
  if (embed && operation.kind === 'is' && (operation.value === 'null' || operation.value === 'not_null'))
    return { kind: 'embedded', embed, not: not !== (operation.value === 'null') }
  if (embed && !findColumn(context.source, field))
    throw new RestError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  return { kind: 'compare', ref: planColumnRef(context.source, field), not, operation }
}
