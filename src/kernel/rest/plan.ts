// From what is asked to what is done: every name is found in the schema cache here, or refused.
import type { RestRequest } from './parse-request.ts'
import { type CallPlan, planCall } from './planning/call-plan.ts'
import { findTable } from './planning/lookup.ts'
import { type ReadLimits, type ReadNode, planRead } from './planning/read-plan.ts'
import { type WritePlan, planWrite } from './planning/write-plan.ts'
import type { SchemaCache, Table } from './schema/schema.ts'

export type Plan =
  | { kind: 'read'; table: Table; read: ReadNode }
  | ({ kind: 'write' } & WritePlan)
  | ({ kind: 'call' } & CallPlan)

export function planRequest(request: RestRequest, cache: SchemaCache, limits: ReadLimits): Plan {
  if (request.action === 'call') {
    const call = planCall(request, cache, limits)
    if (call.read) limitRows(call.read, request, limits)
    return { kind: 'call', ...call }
  }
  const table = findTable(cache, request.schema, request.target.name)
  if (request.action !== 'read') return { kind: 'write', ...planWrite(request, table, cache, limits) }
  const source = { name: table.name, table, columns: table.columns }
  const read = planRead(source, request.query.select, request.query.root, cache, limits)
  limitRows(read, request, limits)
  return { kind: 'read', table, read }
}

function limitRows(read: ReadNode, { range }: RestRequest, { maxRows }: ReadLimits) {
  const limit = Math.min(range.limit ?? Infinity, maxRows ?? Infinity)
  if (limit !== Infinity) read.limit = limit
  read.offset = range.offset
}
