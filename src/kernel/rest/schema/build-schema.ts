// Builds the schema cache from catalog rows: lookups by name, and relationships in both directions.
import type { RestSettings } from './database-settings.ts'
import { relateTables } from './relate-tables.ts'
import type { Catalog, CatalogColumn, CatalogFunction } from './schema-query.ts'
import { type Callable, type Column, type Relationship, type SchemaCache, type Table, keyOf } from './schema.ts'

export function buildSchema(catalog: Catalog, generation: number, settings: RestSettings): SchemaCache {
  const known = new Map<string, Table>()
  for (const found of catalog.tables) known.set(found.oid, tableOf(found))
  relateTables(catalog, known)
  const exposed = new Map(
    catalog.tables.filter((found) => found.isExposed).map((found) => [found.oid, known.get(found.oid)!]),
  )
  const functions = readFunctions(catalog, exposed)
  const roleSettings: SchemaCache['roleSettings'] = new Map()
  for (const { role, name, value } of catalog.roles)
    roleSettings.set(role, { ...roleSettings.get(role), [name]: value })
  return {
    settings,
    generation,
    tables: new Map([...exposed.values()].map((table) => [keyOf(table.schema, table.name), table])),
    functions,
    bodyMakers: catalog.handlers.map(({ relation, ...maker }) => ({
      ...maker,
      table: relation === null ? undefined : exposed.get(relation),
    })),
    geoJson: catalog.geoJson ?? undefined,
    roleSettings,
    timezones: new Set(),
  }
}

const tableOf = ({ schema, name, columns, primaryKey, isView, writes }: Catalog['tables'][number]): Table => ({
  schema,
  name,
  columns: columnsOf(columns),
  primaryKey,
  isView,
  can: { insert: (writes & 8) !== 0, update: (writes & 4) !== 0, delete: (writes & 16) !== 0 },
  computed: new Set(),
  relationships: [],
})

const columnsOf = (columns: CatalogColumn[]): Map<string, Column> =>
  new Map(
    columns.map((column) => [
      column.name,
      {
        name: column.name,
        type: column.type,
        ...(column.base !== null && { base: column.base }),
        ...(column.default !== null && { default: column.default }),
      },
    ]),
  )

function readFunctions(catalog: Catalog, exposed: Map<string, Table>) {
  const functions: SchemaCache['functions'] = new Map()
  for (const found of catalog.functions) {
    const of = found.argumentOids.length === 1 ? exposed.get(catalog.rowTypes[found.argumentOids[0]!] ?? '') : undefined
    const table = exposed.get(found.relation)
    if (of && table) of.relationships.push(computedRelationship(of, table, found))
    else if (of && !found.isSet && of.schema === found.schema && !of.columns.has(found.name))
      of.computed.add(found.name)

    if (!isCallable(found)) continue
    const key = keyOf(found.schema, found.name)
    functions.set(key, [...(functions.get(key) ?? []), callableOf(found, table)])
  }
  return functions
}

const bodyTypes = new Set(['json', 'jsonb', 'text', 'bytea', 'xml'])

/** Arguments are passed by name; an unnamed one can only be the whole body. */
const isCallable = ({ inputNames, types }: CatalogFunction) =>
  !inputNames.includes('') || (inputNames.length === 1 && bodyTypes.has(types[0]!))

const computedRelationship = (source: Table, target: Table, found: CatalogFunction): Relationship => ({
  cardinality: 'computed',
  source,
  target,
  key: { constraint: '', columns: [] },
  computedBy: { schema: found.schema, name: found.name },
  isToOne: !found.isSet || found.expectedRows === 1,
})

const volatilities = { v: 'volatile', s: 'stable', i: 'immutable' } as const

/** The column name of a scalar result. */
const scalar = { name: 'pgrst_scalar', type: '', base: null, default: null }

function callableOf(found: CatalogFunction, table: Table | undefined): Callable {
  const timeout = found.settings?.find((setting) => setting.startsWith('statement_timeout='))
  return {
    schema: found.schema,
    name: found.name,
    arguments: found.types.map((type, i) => ({
      name: found.inputNames[i] ?? '',
      type,
      isRequired: i < found.required,
      isVariadic: found.isVariadic && i === found.types.length - 1,
    })),
    volatility: volatilities[found.volatility],
    returns: {
      kind: found.isVoid ? 'void' : found.isComposite ? 'composite' : 'scalar',
      isSet: found.isSet,
      isRecord: found.isRecord && !found.isComposite,
      ...(table && { table }),
      columns: table?.columns ?? columnsOf(found.isComposite ? found.columns : [scalar]),
      ...(found.media !== null && !found.isSet && { media: { name: found.media, isBytes: found.isBytes } }),
    },
    ...(timeout && { statementTimeout: timeout.slice('statement_timeout='.length) }),
  }
}
