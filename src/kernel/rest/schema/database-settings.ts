// Settings of rest/v1 that can be stored in the database, as existing projects do:
// alter role authenticator set pgrst.db_schemas = 'public, api'; notify pgrst, 'reload config';
import type { FastifyBaseLogger } from 'fastify'

export const txEnds = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
export type TxEnd = (typeof txEnds)[number]

/** The role whose privileges limit the OpenAPI document; `disabled` refuses the request. */
export const openApiModes = ['follow-privileges', 'ignore-privileges', 'disabled'] as const
export type OpenApiMode = (typeof openApiModes)[number]

export type RestSettings = {
  /** The first one is the default. */
  schemas: readonly string[]
  /** Schemas on the search path after the requested one. */
  extraSearchPath: readonly string[]
  /** Maximum rows per response. */
  maxRows: number | undefined
  /** Enables sum(), avg() and the like in select=. */
  allowAggregates: boolean
  /** Allows callers to request query plans. */
  allowPlans: boolean
  /** Whether a request commits or rolls back, and whether the caller may override it by Prefer: tx=. */
  txEnd: TxEnd
  /** An optionally schema-qualified function that runs as the caller before every request. */
  preRequest: string | undefined
  openApi: OpenApiMode
}

/**
 * Aggregates and plans are off by default: an aggregate reads a whole table, and a plan reveals statistics of hidden
 * rows.
 */
export const restDefaults: RestSettings = {
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1000,
  allowAggregates: false,
  allowPlans: false,
  txEnd: 'commit',
  preRequest: undefined,
  openApi: 'follow-privileges',
}

export type DatabaseSetting = { name: string; value: string }

/** Reads the settings of the current login. A setting for this database takes precedence over one for all databases. */
export const databaseSettingsQuery = `
  select distinct on (name) name, value from (
    select setdatabase, split_part(kv, '=', 1) as name, substr(kv, strpos(kv, '=') + 1) as value
    from pg_db_role_setting cross join unnest(setconfig) kv
    where setrole = (select oid from pg_roles where rolname = current_user)
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))
  ) s where name like 'pgrst.%' order by name, setdatabase desc`

type Reader = (value: string) => Partial<RestSettings> | undefined

const list = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const flags: Record<string, boolean> = { true: true, on: true, yes: true, '1': true, false: false, off: false, no: false, '0': false } // prettier-ignore

const flag =
  (name: 'allowAggregates' | 'allowPlans'): Reader =>
  (value) => {
    const word = value.toLowerCase()
    return Object.hasOwn(flags, word) ? { [name]: flags[word]! } : undefined
  }

const readers: Record<string, Reader> = {
  db_schemas: (value) => (list(value).length > 0 ? { schemas: list(value) } : undefined),
  db_extra_search_path: (value) => ({ extraSearchPath: list(value) }),
  db_max_rows: (value) => (/^[1-9]\d{0,6}$/.test(value.trim()) ? { maxRows: Number(value) } : undefined),
  db_aggregates_enabled: flag('allowAggregates'),
  db_plan_enabled: flag('allowPlans'),
  db_tx_end: (value) => {
    const txEnd = txEnds.find((end) => end === value)
    return txEnd && { txEnd }
  },
  db_pre_request: (value) => (/^[^.]+(\.[^.]+)?$/.test(value) ? { preRequest: value } : undefined),
  openapi_mode: (value) => {
    const openApi = openApiModes.find((mode) => mode === value)
    return openApi && { openApi }
  },
}

/** The settings of the database override those of the environment. An unknown or invalid setting is logged once. */
export function createSettingsReader(environment: RestSettings, log: Pick<FastifyBaseLogger, 'warn'>) {
  const logged = new Set<string>()
  return (found: DatabaseSetting[]): RestSettings => {
    const settings = { ...environment }
    for (const { name, value } of found) {
      const reader = Object.hasOwn(readers, name.slice('pgrst.'.length))
        ? readers[name.slice('pgrst.'.length)]
        : undefined
      const parsed = reader?.(value)
      if (parsed) Object.assign(settings, parsed)
      else if (!logged.has(`${name}=${value}`)) {
        logged.add(`${name}=${value}`)
        // The value is omitted: it may be a secret.
        const reason = reader ? 'invalid' : 'not supported'
        log.warn({ setting: name, reason }, 'a setting of the role authenticator was not applied')
      }
    }
    return settings
  }
}
