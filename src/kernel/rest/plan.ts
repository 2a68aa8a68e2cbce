// Turns a parsed request into a plan: every name is resolved in the schema cache, or refused.
import type { RestRequest } from './parse-request.ts'
import { type CallPlan, planCall } from './planning/call-plan.ts'
import { findTable } from './planning/resolve-names.ts'
import { sourceOf } from './planning/column-ref.ts'
import type { ReadLimits, ReadNode } from './planning/read-node.ts'
import { planRead } from './planning/read-plan.ts'
import { type Offer, type ResponseFormat, negotiateFormat } from './planning/response-format.ts'
import { type WritePlan, planWrite } from './planning/write-plan.ts'
import type { SchemaCache, Table } from './schema/schema.ts'

export type Limits = ReadLimits & { allowPlans: boolean }

export type Plan = { format: ResponseFormat } & (
  | { kind: 'read'; table: Table; read: ReadNode }
  | ({ kind: 'write' } & WritePlan)
  | ({ kind: 'call' } & CallPlan)
)

export function planRequest(request: RestRequest, cache: SchemaCache, limits: Limits): Plan {
  const { accept, query } = request
  const formatOf = (offer: Omit<Offer, 'isWhole' | 'allowPlans'>) =>
    negotiateFormat(accept, { ...offer, isWhole: query.isWhole, allowPlans: limits.allowPlans }, cache)
  if (request.action === 'call') {
    const call = planCall(request, cache, limits)
    if (call.read) limitRows(call.read, request, limits)
    return { kind: 'call', ...call, format: formatOf({ table: call.function.returns.table, callable: call.function }) }
  }
  const table = findTable(cache, request.schema, request.target.name)
  if (request.action !== 'read')
    return { kind: 'write', ...planWrite(request, table, cache, limits), format: formatOf({ table }) }
  const read = planRead(sourceOf(table), query.select, query.root, cache, limits)
  limitRows(read, request, limits)
  return { kind: 'read', table, read, format: formatOf({ table }) }
}

function limitRows(read: ReadNode, { range }: RestRequest, { maxRows }: ReadLimits) {
  const limit = Math.min(range.limit ?? Infinity, maxRows ?? Infinity)
  if (limit !== Infinity) read.limit = limit
  read.offset = range.offset
}
