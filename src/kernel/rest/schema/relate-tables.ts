// Relationships by foreign keys: of tables, and of views that expose all columns of a key.
import type { Catalog, CatalogTable } from './schema-query.ts'
import type { Relationship, Table } from './schema.ts'
import { type ColumnOrigin, originsOf } from './view-columns.ts'

/** Adds the relationships of all tables and the primary keys of views. */
export function relateTables(catalog: Catalog, known: Map<string, Table>) {
  const found = new Map(catalog.tables.map((table) => [table.oid, table]))
  const views = viewsOf(catalog, found)
  for (const view of views) known.get(view.oid)!.primaryKey.push(...shownKeys(view, found))

  const toOne: Relationship[] = []
  for (const key of catalog.foreignKeys) {
    const from = found.get(key.from)!
    const names = key.columns.map(([here]) => from.names[here]!)
    const isOneToOne = from.unique.some(
      (set) => set.length === names.length && set.every((name) => names.includes(name)),
    )
    const sides = { here: key.columns.map(([here]) => here), there: key.columns.map(([, there]) => there) }
    for (const source of showings(key.from, sides.here, views, found))
      for (const target of showings(key.to, sides.there, views, found))
        toOne.push({
          cardinality: isOneToOne ? 'one-to-one' : 'many-to-one',
          source: known.get(source.oid)!,
          target: known.get(target.oid)!,
          key: {
            constraint: key.constraint,
            columns: source.columns.map((name, i) => [name, target.columns[i]!] as [string, string]),
          },
          isToOne: true,
        })
  }
  const isExposed = new Set(catalog.tables.filter((table) => table.isExposed).map((table) => known.get(table.oid)!))
  const all = [
    ...toOne,
    ...toOne.map(inverseOf),
    ...throughJunctions(toOne.filter(({ source }) => isExposed.has(source))),
  ]
  for (const relationship of all)
    if (isExposed.has(relationship.target)) relationship.source.relationships.push(relationship)
}

const inverseOf = ({ cardinality, source, target, key }: Relationship): Relationship => ({
  cardinality: cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
  source: target,
  target: source,
  key: { ...key, columns: key.columns.map(([here, there]) => [there, here]) },
  isToOne: cardinality === 'one-to-one',
})

/** A table whose primary key holds two foreign keys is a junction of the two referenced tables. */
function throughJunctions(toOne: Relationship[]): Relationship[] {
  const ends = Map.groupBy(
    toOne.filter(
      ({ cardinality, source, key }) =>
        cardinality === 'many-to-one' && key.columns.every(([here]) => source.primaryKey.includes(here)),
    ),
    ({ source }) => source,
  )
  return [...ends.values()].flatMap((pair) =>
    pair.flatMap((toSource) =>
      pair
        .filter((toTarget) => toTarget.key.constraint !== toSource.key.constraint)
        .map((toTarget) => throughJunction(toSource, toTarget)),
    ),
  )
}

const throughJunction = (toSource: Relationship, toTarget: Relationship): Relationship => ({
  cardinality: 'many-to-many',
  source: toSource.target,
  target: toTarget.target,
  key: { ...toSource.key, columns: toSource.key.columns.map(([here, there]) => [there, here]) },
  junction: { table: toSource.source, toTarget: toTarget.key },
  isToOne: false,
})

/** A view, with its own columns by the base table column ("table column") that they expose. */
type View = { oid: string; shows: Map<string, string[]> }

function viewsOf(catalog: Catalog, found: Map<string, CatalogTable>): View[] {
  const direct = new Map(catalog.views.map((view) => [view.oid, originsOf(view.definition)]))
  return [...direct].map(([oid, origins]) => {
    const shows = new Map<string, string[]>()
    const { names } = found.get(oid)!
    for (const origin of origins)
      for (const place of follow(origin, direct)) shows.set(place, [...(shows.get(place) ?? []), names[origin.column]!])
    return { oid, shows }
  })
}

/** The origin of a view column, followed through nested views. */
function follow(origin: ColumnOrigin, direct: Map<string, ColumnOrigin[]>, depth = 0): string[] {
  const further = direct.get(origin.table)?.find(({ column }) => column === origin.tableColumn)
  const own = `${origin.table} ${origin.tableColumn}`
  return further && depth < 32 ? [own, ...follow(further, direct, depth + 1)] : [own]
}

const maxCombinations = 16

/** Relations that expose all columns of a key: the table itself, and views, each possibly more than once. */
function showings(table: string, columns: number[], views: View[], found: Map<string, CatalogTable>) {
  const itself = { oid: table, columns: columns.map((column) => found.get(table)!.names[column]!) }
  const inViews = views.flatMap(({ oid, shows }) => {
    const shown = columns.map((column) => shows.get(`${table} ${column}`) ?? [])
    const combinations = shown.reduce<string[][]>(
      (all, names) => all.flatMap((start) => names.map((name) => [...start, name])).slice(0, maxCombinations),
      [[]],
    )
    return combinations.map((names) => ({ oid, columns: names }))
  })
  return [itself, ...inViews]
}

function shownKeys({ shows }: View, found: Map<string, CatalogTable>): string[] {
  return [...found.values()].flatMap((table) => {
    const numbers = Object.entries(table.names).filter(([, name]) => table.primaryKey.includes(name))
    const shown = table.primaryKey.map((name) => {
      const [number] = numbers.find(([, other]) => other === name)!
      return shows.get(`${table.oid} ${number}`)?.[0]
    })
    return shown.every((name) => name !== undefined) ? shown : []
  })
}
