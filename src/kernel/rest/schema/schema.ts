// What the exposed schemas hold, as the planner needs it.

export type Column = {
  name: string
  /** As SQL writes it, qualified unless it is built in. */
  type: string
  default?: string
}

export type Table = {
  schema: string
  name: string
  columns: Map<string, Column>
  /** Of a view: what it shows of the primary keys behind it. */
  primaryKey: string[]
  isView: boolean
  can: { insert: boolean; update: boolean; delete: boolean }
  /** Functions of one argument, the row: they are selected like columns. */
  computed: Set<string>
  relationships: Relationship[]
}

export type ForeignKey = {
  constraint: string
  /** Pairs of a column here and the column there that it must equal. */
  columns: [here: string, there: string][]
}

export type Relationship = {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed'
  source: Table
  target: Table
  key: ForeignKey
  junction?: { table: Table; toTarget: ForeignKey }
  /** The function that gives the related rows. */
  computedBy?: { schema: string; name: string }
  isToOne: boolean
}

export type Argument = { name: string; type: string; isRequired: boolean; isVariadic: boolean }

export type Callable = {
  schema: string
  name: string
  arguments: Argument[]
  volatility: 'volatile' | 'stable' | 'immutable'
  returns: {
    kind: 'void' | 'scalar' | 'composite'
    isSet: boolean
    /** Rows of this relation: then its relationships can be embedded. */
    table?: Table
    columns: Map<string, Column>
    /** The value is a whole body of this media type. */
    media?: { name: string; isBytes: boolean }
  }
  statementTimeout?: string
}

/** An aggregate that makes a body of rows: of one table's whole rows, or of any. */
export type BodyMaker = { schema: string; name: string; table: Table | undefined; media: string; isBytes: boolean }

export type SchemaCache = {
  /** Grows with every load. Part of the names of prepared statements. */
  generation: number
  /** By schema and name, as keyOf makes it. */
  tables: Map<string, Table>
  functions: Map<string, Callable[]>
  bodyMakers: BodyMaker[]
  /** The function that makes GeoJSON of a row, as SQL writes it. */
  geoJson: string | undefined
  /** By role: what ALTER ROLE … SET says, which becoming the role by itself would not apply. */
  roleSettings: Map<string, Record<string, string>>
  /** The names by which time zones can be asked for. */
  timezones: ReadonlySet<string>
}

export const keyOf = (schema: string, name: string) => JSON.stringify([schema, name])
