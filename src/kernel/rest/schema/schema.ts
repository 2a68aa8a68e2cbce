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
  primaryKey: string[]
  isView: boolean
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
  /** Name of the function that gives the related rows. */
  functionName?: string
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
  }
  statementTimeout?: string
}

export type SchemaCache = {
  /** Grows with every load. Part of the names of prepared statements. */
  generation: number
  /** By schema and name, as keyOf makes it. */
  tables: Map<string, Table>
  functions: Map<string, Callable[]>
  /** By role: what ALTER ROLE … SET says, which becoming the role by itself would not apply. */
  roleSettings: Map<string, Record<string, string>>
}

export const keyOf = (schema: string, name: string) => JSON.stringify([schema, name])
