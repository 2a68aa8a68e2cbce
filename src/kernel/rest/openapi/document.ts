// The OpenAPI 2 document: one path per relation and function, with parameters and row definitions.
import { type SchemaCache, type Table, keyOf } from '../schema/schema.ts'
import type { Descriptions, DescribedColumn, DescribedFunction, DescribedTable } from './description-query.ts'
import { argumentParameters, argumentsOf, commonParameters, filterOf, typeOf } from './parameters.ts'

const formats = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

export function documentOf(described: Descriptions, schema: string, cache: SchemaCache, address: string): object {
  const { host, pathname, protocol } = new URL(address)
  const { tables, functions } = described
  const tableNamed = (name: string) => cache.tables.get(keyOf(schema, name))
  const [title, about] = splitComment(described.description)
  return {
    swagger: '2.0',
    info: { title: title ?? `standard ${schema} schema`, description: about ?? '', version: '14' },
    host,
    basePath: pathname,
    schemes: [protocol.slice(0, -1)],
    consumes: formats,
    produces: formats,
    paths: {
      '/': { get: introspection },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, pathsOf(table, tableNamed(table.name))])),
      ...Object.fromEntries(functions.map((fn) => [`/rpc/${fn.name}`, callsOf(fn)])),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, rowOf(table, tableNamed(table.name))])),
    parameters: {
      ...commonParameters,
      ...Object.fromEntries(
        tables.flatMap((table) => [bodyOf(table), ...table.columns.map((column) => filterOf(table.name, column))]),
      ),
    },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/stable/references/api.html',
    },
  }
}

const introspection = {
  tags: ['Introspection'],
  summary: 'OpenAPI description (this document)',
  produces: ['application/openapi+json', 'application/json'],
  responses: { 200: { description: 'OK' } },
}

const bodyOf = ({ name }: DescribedTable) => [
  `body.${name}`,
  { name, description: name, required: false, in: 'body', schema: { $ref: `#/definitions/${name}` } },
]

/** The first line of a comment is the title, the rest the description. */
function splitComment(comment: string | null): [summary?: string, description?: string] {
  if (comment === null) return []
  const cut = comment.indexOf('\n')
  if (cut < 0) return [comment]
  return [comment.slice(0, cut), comment.slice(cut).replace(/^\n+/, '')]
}

function summaryAndDescription(comment: string | null) {
  const [summary, description] = splitComment(comment)
  return { ...(summary && { summary }), ...(description && { description }) }
}

const reference = (name: string) => ({ $ref: `#/parameters/${name}` })

function pathsOf({ name, description, columns }: DescribedTable, table: Table | undefined) {
  const about = { tags: [name], ...summaryAndDescription(description) }
  const filters = columns.map((column) => reference(`rowFilter.${name}.${column.name}`))
  const read = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference)
  const body = reference(`body.${name}`)
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  return {
    get: {
      ...about,
      parameters: [...filters, ...read],
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    ...(table?.can.insert && {
      post: {
        ...about,
        parameters: [body, reference('select'), reference('preferPost')],
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(table?.can.delete && {
      delete: {
        ...about,
        parameters: [...filters, reference('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
    ...(table?.can.update && {
      patch: {
        ...about,
        parameters: [...filters, body, reference('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
  }
}

function callsOf(fn: DescribedFunction) {
  const about = {
    tags: [`(rpc) ${fn.name}`],
    ...summaryAndDescription(fn.description),
    produces: formats.slice(0, 3),
    responses: { 200: { description: 'OK' } },
  }
  const post = { ...about, parameters: [argumentsOf(fn)] }
  return fn.isVolatile ? { post } : { get: { ...about, parameters: argumentParameters(fn) }, post }
}

function rowOf({ description, columns }: DescribedTable, table: Table | undefined) {
  const required = columns.filter((column) => !column.isNullable).map((column) => column.name)
  return {
    ...(description !== null && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column, table)])),
    type: 'object',
  }
}

function propertyOf(column: DescribedColumn, table: Table | undefined) {
  const notes = notesOf(column.name, table)
  const description = [
    ...(column.description === null ? [] : [column.description]),
    ...(notes.length > 0 ? [['Note:', ...notes].join('\n')] : []),
  ].join('\n\n')
  const fallback = defaultOf(column)
  return {
    ...(fallback !== undefined && { default: fallback }),
    ...(description !== '' && { description }),
    ...(column.enum && { enum: column.enum }),
    format: column.type,
    ...(column.maxLength !== null && { maxLength: column.maxLength }),
    ...typeOf(column.type),
  }
}

function notesOf(name: string, table: Table | undefined) {
  const isKey = table?.primaryKey.includes(name)
  const toOne = table?.relationships.find(
    ({ key, isToOne, target, cardinality }) =>
      isToOne &&
      cardinality !== 'computed' &&
      !target.isView &&
      key.columns.length === 1 &&
      key.columns[0]![0] === name,
  )
  const isForeign = toOne && (toOne.cardinality === 'many-to-one' || !isKey)
  const there = toOne?.key.columns[0]![1]
  return [
    ...(isKey ? ['This is a Primary Key.<pk/>'] : []),
    ...(isForeign
      ? [
          `This is a Foreign Key to \`${toOne.target.name}.${there}\`.<fk table='${toOne.target.name}' column='${there}'/>`,
        ]
      : []),
  ]
}

/** A constant default becomes its value, an expression its SQL text. */
function defaultOf({ default: text, type }: DescribedColumn): unknown {
  if (text === null) return undefined
  const quoted = /^'((?:[^']|'')*)'::/.exec(text)?.[1]?.replaceAll("''", "'")
  const { type: kind } = typeOf(type)
  if (kind === 'string') return quoted ?? text
  try {
    return JSON.parse(quoted ?? text) as unknown
  } catch {
    return undefined
  }
}
