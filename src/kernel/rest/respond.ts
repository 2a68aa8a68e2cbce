// From the one row that the database answered to status, headers and body.
import { contentTypeOf } from './parsing/media-type.ts'
import { preferenceApplied } from './parsing/preferences.ts'
import type { RestRequest } from './parse-request.ts'
import type { Plan } from './plan.ts'
import { mismatchedKey } from './planning/write-plan.ts'
import { RestError, notASingleObject, outOfBounds } from './rest-error.ts'
import type { Answer } from './sql/answer.ts'

export type Reply = { status: number; headers: Record<string, string>; body: Buffer | string }

/** `estimate` is the planner's guess at the total, when one was asked for. */
export function respond(request: RestRequest, plan: Plan, answer: Answer, estimate?: number): Reply {
  const reply =
    plan.kind === 'write' ? respondToWrite(request, plan, answer) : respondToRead(request, plan, answer, estimate)
  if (request.isProfileGiven) reply.headers['content-profile'] = request.schema
  return override(reply, answer)
}

function respondToRead(
  request: RestRequest,
  plan: Plan & { kind: 'read' | 'call' },
  answer: Answer,
  estimate: number | undefined,
): Reply {
  const { shape, range, preferences, headOnly, target, query } = request
  const { rows } = answer
  if (shape.form === 'object' && rows !== 1 && givesSet(plan)) throw notASingleObject(rows)
  const total = totalOf(answer, estimate)
  const contentRange = rangeText(range.offset, range.offset + rows - 1, total)
  if (total !== undefined && range.offset > total) {
    const refusal = outOfBounds(range.offset, total)
    refusal.headers['content-range'] = contentRange
    throw refusal
  }
  const applied = preferenceApplied(
    preferences,
    plan.kind === 'call' ? ['count', 'handling', 'timezone', 'max-affected'] : ['count', 'handling', 'timezone'],
  )
  const headers: Record<string, string> = {
    'content-range': contentRange,
    ...(applied && { 'preference-applied': applied }),
  }
  if (plan.kind === 'read') headers['content-location'] = locationOf(target.name, query.canonical)
  if (plan.kind === 'call' && plan.function.returns.kind === 'void') return { status: 204, headers, body: '' }
  headers['content-type'] = contentTypeOf(shape)
  const isPart = total !== undefined && rows < total
  return { status: isPart ? 206 : 200, headers, body: headOnly ? '' : answer.body }
}

const givesSet = (plan: Plan & { kind: 'read' | 'call' }) => plan.kind === 'read' || plan.function.returns.isSet

function totalOf({ rows, total }: Answer, estimate: number | undefined) {
  if (total !== undefined || estimate === undefined) return total
  // The planner may believe in fewer rows than were seen.
  return Math.max(estimate, rows)
}

function respondToWrite(
  { shape, preferences, target }: RestRequest,
  plan: Plan & { kind: 'write' },
  answer: Answer,
): Reply {
  const { rows } = answer
  const isShown = plan.returning === 'rows'
  if (plan.action === 'put' && rows === 0) throw mismatchedKey()
  const applied = preferenceApplied(preferences, relevant(plan))
  const counted = preferences.count ? rows : undefined
  const headers: Record<string, string> = {
    ...(plan.action !== 'put' && { 'content-range': writtenRange(plan, rows, counted) }),
    ...(applied && { 'preference-applied': applied }),
    ...(isShown && { 'content-type': contentTypeOf(shape) }),
  }
  if (answer.key) headers['location'] = locationOf(target.name, keyQuery(answer.key))
  return { status: writeStatus(plan, rows, answer), headers, body: isShown ? answer.body : '' }
}

function writeStatus(plan: Plan & { kind: 'write' }, rows: number, answer: Answer) {
  const isNew = rows > answer.merged
  if (plan.action === 'insert') return isNew || plan.conflict?.resolution !== 'merge' ? 201 : 200
  if (plan.returning !== 'rows') return 204
  return plan.action === 'put' && isNew ? 201 : 200
}

function relevant(plan: Plan & { kind: 'write' }) {
  const always = ['return', 'count', 'handling', 'timezone'] as const
  if (plan.action === 'insert')
    return [...always, 'missing' as const, ...(plan.conflict ? (['resolution'] as const) : [])]
  if (plan.action === 'update') return [...always, 'missing' as const, 'max-affected' as const, 'unfiltered' as const]
  return plan.action === 'delete' ? [...always, 'max-affected' as const, 'unfiltered' as const] : always
}

const writtenRange = ({ action }: { action: string }, rows: number, total: number | undefined) =>
  action === 'update' ? rangeText(0, rows - 1, total) : rangeText(1, 0, total)

const rangeText = (first: number, last: number, total: number | undefined) =>
  `${first <= last ? `${first}-${last}` : '*'}/${total ?? '*'}`

const locationOf = (name: string, query: string) => `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`

function keyQuery(json: string) {
  const key = JSON.parse(json) as Record<string, unknown>
  return Object.entries(key)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name)}=eq.${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')
}

/** What a function or trigger wrote into response.status and response.headers counts more. */
function override(reply: Reply, { headers, status }: Answer): Reply {
  if (status) {
    const number = Number(status)
    if (!Number.isInteger(number) || number < 200 || number > 599)
      throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
    reply.status = number
  }
  if (headers) for (const [name, value] of readHeaders(headers)) reply.headers[name.toLowerCase()] = value
  return reply
}

function readHeaders(text: string): [string, string][] {
  try {
    const list = JSON.parse(text) as Record<string, unknown>[]
    const pairs = list.flatMap((item) => Object.entries(item))
    if (
      pairs.every(
        (pair): pair is [string, string] =>
          typeof pair[1] === 'string' && /^[\w-]+$/.test(pair[0]) && !/[\r\n\0]/.test(pair[1]),
      )
    )
      return pairs
  } catch {
    // Said below, as for any other wrong shape.
  }
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}
