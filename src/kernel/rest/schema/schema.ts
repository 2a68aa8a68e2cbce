// The schema cache as the planner reads it.
import type { RestSettings } from './database-settings.ts'

export type Column = {
  name: string
  /** The SQL type name, qualified unless it is built in. */
  type: string
  /** For a domain: its base type, which determines how values are searched and read as json. */
  base?: string
  default?: string
}

export type Table = {
  schema: string
  name: string
  columns: Map<string, Column>
  /** For a view: the primary key columns that it exposes. */
  primaryKey: string[]
  isView: boolean
  can: { insert: boolean; update: boolean; delete: boolean }
  /** Computed columns: functions whose only argument is the row. */
  computed: Set<string>
  relationships: Relationship[]
}

export type ForeignKey = {
  constraint: string
  /** Pairs of a local column and the referenced column. */
  columns: [here: string, there: string][]
}

export type Relationship = {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many' | 'computed'
  source: Table
  target: Table
  key: ForeignKey
  junction?: { table: Table; toTarget: ForeignKey }
  /** The function that returns the related rows. */
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
    /** A scalar whose columns are known only at run time: it cannot be used in FROM. */
    isRecord: boolean
    /** The function returns rows of this relation, so its relationships can be embedded. */
    table?: Table
    columns: Map<string, Column>
    /** The return value is a whole body of this media type. */
    media?: { name: string; isBytes: boolean }
  }
  statementTimeout?: string
}

/** An aggregate that produces a body from the whole rows of one table, or of any table. */
export type BodyMaker = { schema: string; name: string; table: Table | undefined; media: string; isBytes: boolean }

export type SchemaCache = {
  /** The settings of the environment, overridden by those of the database when the cache was loaded. */
  settings: RestSettings
  /** Increases with every load. Part of the names of prepared statements. */
  generation: number
  /** Keyed by schema and name, see keyOf. */
  tables: Map<string, Table>
  functions: Map<string, Callable[]>
  bodyMakers: BodyMaker[]
  /** The SQL name of the function that turns a row into GeoJSON. */
  geoJson: string | undefined
  /** Keyed by role: the settings of ALTER ROLE … SET, which SET ROLE does not apply. */
  roleSettings: Map<string, Record<string, string>>
  /** Valid time zone names. */
  timezones: ReadonlySet<string>
}

export const keyOf = (schema: string, name: string) => JSON.stringify([schema, name])
