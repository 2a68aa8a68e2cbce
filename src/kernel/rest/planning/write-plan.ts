// A write with all columns resolved.
import { RestError, UnknownName, invalidBody } from '../errors/rest-error.ts'
import type { RestRequest } from '../parse-request.ts'
import { type Payload, parsePayload } from '../parsing/body.ts'
import { type Preferences, limitOf } from '../parsing/preferences.ts'
import type { Column, SchemaCache, Table } from '../schema/schema.ts'
import { requireColumn } from './resolve-names.ts'
import { sourceOf } from './column-ref.ts'
import type { PlannedCondition, ReadLimits, ReadNode } from './read-node.ts'
import { planRead } from './read-plan.ts'

export type WritePlan = {
  action: 'insert' | 'update' | 'put' | 'delete'
  table: Table
  /** The columns that are set, and the JSON that holds their values. */
  columns: Column[]
  payload: Payload | undefined
  /** A key missing from an object takes the column's default instead of null. */
  fillDefaults: boolean
  conflict?: { columns: string[]; resolution: 'merge' | 'ignore' }
  /** The requested handling of duplicates; without a key for ON CONFLICT it has no effect. */
  resolution?: Preferences['resolution']
  conditions: PlannedCondition[]
  returning: 'nothing' | 'keys' | 'rows'
  /** The selection that is returned of the written rows. */
  read: ReadNode
  maxAffected?: number
}

export function planWrite(request: RestRequest, table: Table, cache: SchemaCache, limits: ReadLimits): WritePlan {
  const { preferences, query } = request
  const action = request.action as WritePlan['action']
  if (action === 'put') requireKeyFilters(request, table)
  const source = sourceOf(table)
  const { limit: _, offset: __, ...root } = query.root
  // The filters choose the rows to write; all written rows are returned.
  const read = planRead(source, query.select, { ...root, conditions: [] }, cache, limits)
  const selected = action === 'update' || action === 'delete' || action === 'put' ? query.root.conditions : []
  const { conditions } = planRead(source, [], { conditions: selected, order: [], inside: new Map() }, cache, limits)
  const payload = action === 'delete' ? undefined : parsePayload(bodyText(request), request.contentType)
  const names = payload ? writtenNames(request, payload) : []
  const maxAffected = limitOf(preferences)
  const plan: WritePlan = {
    action,
    table,
    columns: names.map((name) => requireColumn(table, name)),
    payload,
    fillDefaults: preferences.missing === 'default',
    conditions,
    returning: returned(request, table),
    read,
    ...(preferences.resolution && { resolution: preferences.resolution }),
    ...(maxAffected !== undefined && { maxAffected }),
  }
  if (action === 'put') return planPut(plan)
  if (action === 'insert') return withConflict(plan, request)
  if (conditions.length === 0 && preferences.unfiltered !== 'allow') throw unfiltered(action)
  return plan
}

/** The error of the safeupdate extension, with our own preference as the hint. */
const unfiltered = (action: 'update' | 'delete') =>
  new RestError(400, '21000', `${action.toUpperCase()} requires a WHERE clause`, {
    hint: `Add a filter. Send "Prefer: unfiltered=allow" if every row is meant.`,
  })

function writtenNames({ query }: RestRequest, payload: Payload) {
  if (query.columns) return query.columns
  if (payload.isUneven) throw invalidBody('All object keys must match')
  return payload.names
}

function returned({ preferences, headOnly }: RestRequest, table: Table): WritePlan['returning'] {
  if (preferences.return === 'representation' && !headOnly) return 'rows'
  return preferences.return === 'headers-only' && table.primaryKey.length > 0 ? 'keys' : 'nothing'
}

function withConflict(plan: WritePlan, { preferences, query }: RestRequest): WritePlan {
  const columns = query.onConflict ?? plan.table.primaryKey
  if (!preferences.resolution || columns.length === 0) return plan
  for (const name of columns)
    if (!plan.table.columns.has(name)) throw new UnknownName(400, '42703', `column "${name}" does not exist`)
  const isMerge = preferences.resolution === 'merge-duplicates' && plan.columns.length > 0
  return { ...plan, conflict: { columns, resolution: isMerge ? 'merge' : 'ignore' } }
}

/** PUT writes one whole row, identified only by its primary key in the query string. */
function requireKeyFilters({ query }: RestRequest, table: Table) {
  const { limit, offset, conditions } = query.root
  if (limit !== undefined || offset !== undefined)
    throw new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  const keys = conditions.map((condition) => {
    if (condition.kind !== 'filter' || condition.not || condition.field.path.length > 0) return ''
    const { operation } = condition
    const isEquality = operation.kind === 'compare' && operation.operator === 'eq' && !operation.quantifier
    return isEquality ? condition.field.name : ''
  })
  const primary = new Set(table.primaryKey)
  if (primary.size === 0 || keys.length !== primary.size || !primary.isSubsetOf(new Set(keys)))
    throw new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")
}

/** If the body has several rows, only the one with this key is written. */
function planPut(plan: WritePlan): WritePlan {
  const { table, payload, columns } = plan
  const isWhole = table.primaryKey.every((key) => columns.some((column) => column.name === key))
  if (!payload || payload.rows === 0 || !isWhole) throw mismatchedKey()
  return { ...plan, conflict: { columns: table.primaryKey, resolution: 'merge' } }
}

export const mismatchedKey = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export function bodyText({ body }: RestRequest) {
  return Buffer.isBuffer(body) ? body.toString('utf8') : body
}
