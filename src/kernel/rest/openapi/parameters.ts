import type { DescribedColumn, DescribedFunction } from './description-query.ts'

type JsonType = 'string' | 'boolean' | 'integer' | 'number' | 'array'

const types: Record<string, JsonType> = {
  boolean: 'boolean', smallint: 'integer', integer: 'integer', bigint: 'integer', numeric: 'number', real: 'number',
  'double precision': 'number',
} // prettier-ignore

/** The JSON type of a column; a json column has none, as it can hold any type. */
export function typeOf(type: string): { type?: JsonType; items?: object } {
  if (type === 'json' || type === 'jsonb') return {}
  if (type.endsWith('[]')) return { type: 'array', items: typeOf(type.slice(0, -2)) }
  return { type: types[type] ?? 'string' }
}

export const filterOf = (table: string, { name, description }: DescribedColumn) => [
  `rowFilter.${table}.${name}`,
  { name, ...(description !== null && { description }), required: false, in: 'query', type: 'string' },
]

/** The arguments of a function called by GET. */
export const argumentParameters = ({ arguments: all }: DescribedFunction) =>
  all.map(({ name, type, isRequired, isVariadic }) => {
    const about = { name, required: isRequired, in: 'query' }
    const itself = typeOf(type)
    if (isVariadic) return { ...about, ...itself, collectionFormat: 'multi' }
    // Arrays are written {…} in a query string.
    return { ...about, format: type, type: itself.type === 'array' ? 'string' : (itself.type ?? 'string') }
  })

/** The arguments of a function in the body of a POST. */
export function argumentsOf({ arguments: all, description }: DescribedFunction) {
  const required = all.filter((argument) => argument.isRequired).map((argument) => argument.name)
  return {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      ...(description !== null && { description }),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(all.map(({ name, type }) => [name, { format: type, ...typeOf(type) }])),
      type: 'object',
    },
  }
}

const inQuery = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})
const inHeader = (name: string, description: string, more: object = {}) => ({
  name,
  description,
  required: false,
  in: 'header',
  type: 'string',
  ...more,
})
const prefer = (...values: string[]) => inHeader('Prefer', 'Preference', { enum: values })
const returns = ['return=representation', 'return=minimal', 'return=none']

export const commonParameters = {
  preferReturn: prefer(...returns),
  preferCount: prefer('count=none'),
  preferPost: prefer(...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: inHeader('Range', 'Limiting and Pagination'),
  rangeUnit: inHeader('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
  offset: inQuery('offset', 'Limiting and Pagination'),
  limit: inQuery('limit', 'Limiting and Pagination'),
}
