// Sort keys: a column, a column of a to-one relation, or a key of the response.
import type { OrderTerm } from '../parsing/order.ts'
import { RestError, notEmbedded } from '../errors/rest-error.ts'
import type { Context } from './conditions.ts'
import { findColumn, planColumnRef } from './column-ref.ts'
import type { PlannedOrder, ReadEmbed, ReadNode } from './read-node.ts'

export function planOrder(context: Context, { relation, field, direction, nulls }: OrderTerm): PlannedOrder {
  const rest = { ...(direction && { direction }), ...(nulls && { nulls }) }
  const isPlain = field.path.length === 0
  if (relation === undefined) {
    const ref = findColumn(context.source, field)
    if (!ref && isPlain && hasKey(context, field.name)) return { key: field.name, ...rest }
    return { ref: ref ?? planColumnRef(context.source, field), ...rest }
  }
  const through = context.embeds.find((embed) => embed.key === relation)
  if (!through) throw notEmbedded(relation)
  if (!through.relationship.isToOne)
    throw new RestError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${context.source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  const isSpreadKey = through.isSpread && through.isShown && isPlain && hasKey(through.node, field.name)
  if (isSpreadKey) return { key: field.name, through, ...rest }
  return { ref: planColumnRef(through.node.source, field), through, ...rest }
}

/** Keys of the response, including those that to-one relations spread into it. */
const hasKey = ({ columns, embeds }: Pick<ReadNode, 'columns' | 'embeds'>, key: string): boolean =>
  columns.some((column) => column.key === key) || embeds.some((embed) => spreads(embed) && hasKey(embed.node, key))

const spreads = ({ isSpread, isShown, relationship }: ReadEmbed) => isSpread && isShown && relationship.isToOne
