// Turns what the catalogs say into what the planner asks for: names looked up at once, relationships in both directions.
import type { Catalog, CatalogColumn } from './schema-query.ts'
import { type Callable, type Column, type Relationship, type SchemaCache, type Table, keyOf } from './schema.ts'

export function buildSchema(catalog: Catalog, generation: number): SchemaCache {
  const byOid = new Map<string, Table>()
  const unique = new Map<Table, string[][]>()
  for (const found of catalog.tables) {
    const table: Table = {
      schema: found.schema,
      name: found.name,
      columns: columnsOf(found.columns),
      primaryKey: found.primaryKey,
      isView: found.isView,
      computed: new Set(),
      relationships: [],
    }
    byOid.set(found.oid, table)
    unique.set(table, found.unique)
  }
  relateByForeignKeys(catalog, byOid, unique)
  relateThroughJunctions([...byOid.values()])
  const functions = readFunctions(catalog, byOid)
  const roleSettings: SchemaCache['roleSettings'] = new Map()
  for (const { role, name, value } of catalog.roles)
    roleSettings.set(role, { ...roleSettings.get(role), [name]: value })
  return {
    generation,
    tables: new Map([...byOid.values()].map((table) => [keyOf(table.schema, table.name), table])),
    functions,
    roleSettings,
  }
}

const columnsOf = (columns: CatalogColumn[]): Map<string, Column> =>
  new Map(
    columns.map((column) => [
      column.name,
      { name: column.name, type: column.type, ...(column.default !== null && { default: column.default }) },
    ]),
  )

function relateByForeignKeys(catalog: Catalog, byOid: Map<string, Table>, unique: Map<Table, string[][]>) {
  for (const found of catalog.foreignKeys) {
    const from = byOid.get(found.from)!
    const to = byOid.get(found.to)!
    const key = { constraint: found.constraint, columns: found.columns }
    const own = new Set(found.columns.map(([here]) => here))
    const isOneToOne = unique.get(from)!.some((set) => set.every((name) => own.has(name)))
    const mirrored = { ...key, columns: found.columns.map(([here, there]) => [there, here] as [string, string]) }
    from.relationships.push({
      cardinality: isOneToOne ? 'one-to-one' : 'many-to-one',
      source: from,
      target: to,
      key,
      isToOne: true,
    })
    to.relationships.push({
      cardinality: isOneToOne ? 'one-to-one' : 'one-to-many',
      source: to,
      target: from,
      key: mirrored,
      isToOne: isOneToOne,
    })
  }
}

/** A table whose primary key holds two foreign keys joins the two tables they point to. */
function relateThroughJunctions(tables: Table[]) {
  for (const junction of tables) {
    const primary = new Set(junction.primaryKey)
    const ends = junction.relationships.filter(
      (end) =>
        end.source === junction &&
        (end.cardinality === 'many-to-one' || end.cardinality === 'one-to-one') &&
        end.key.columns.every(([here]) => primary.has(here)),
    )
    for (const toSource of ends)
      for (const toTarget of ends)
        if (toSource !== toTarget) toSource.target.relationships.push(throughJunction(junction, toSource, toTarget))
  }
}

function throughJunction(junction: Table, toSource: Relationship, toTarget: Relationship): Relationship {
  return {
    cardinality: 'many-to-many',
    source: toSource.target,
    target: toTarget.target,
    key: {
      constraint: toSource.key.constraint,
      columns: toSource.key.columns.map(([here, there]) => [there, here]),
    },
    junction: { table: junction, toTarget: toTarget.key },
    isToOne: false,
  }
}

function readFunctions(catalog: Catalog, byOid: Map<string, Table>) {
  const functions: SchemaCache['functions'] = new Map()
  for (const found of catalog.functions) {
    const of = found.argumentOids.length === 1 ? byOid.get(catalog.rowTypes[found.argumentOids[0]!] ?? '') : undefined
    const table = byOid.get(found.relation)
    if (of && found.isSet && table) of.relationships.push(computedRelationship(of, table, found))
    else if (of && !found.isSet && of.schema === found.schema && !of.columns.has(found.name))
      of.computed.add(found.name)

    const key = keyOf(found.schema, found.name)
    functions.set(key, [...(functions.get(key) ?? []), callableOf(found, table)])
  }
  return functions
}

const computedRelationship = (source: Table, target: Table, found: Catalog['functions'][number]): Relationship => ({
  cardinality: 'computed',
  source,
  target,
  key: { constraint: '', columns: [] },
  functionName: found.name,
  isToOne: found.expectedRows === 1,
})

const volatilities = { v: 'volatile', s: 'stable', i: 'immutable' } as const

function callableOf(found: Catalog['functions'][number], table: Table | undefined): Callable {
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
      ...(table && { table }),
      columns: table?.columns ?? columnsOf(found.columns),
    },
    ...(timeout && { statementTimeout: timeout.slice('statement_timeout='.length) }),
  }
}
