// Builds status, headers and body from the one row that the statement returns.
import { type Applicable, preferenceApplied } from './parsing/preferences.ts'
import type { RestRequest } from './parse-request.ts'
import type { Plan } from './plan.ts'
import { deprecatedReferencesOf } from './planning/read-node.ts'
import type { DeprecatedReference } from './planning/scopes.ts'
import { mismatchedKey } from './planning/write-plan.ts'
import { RestError, isHeader, notASingleObject, outOfBounds } from './errors/rest-error.ts'
import type { ResultRow } from './sql/result-row.ts'

export type Reply = { status: number; headers: Record<string, string | string[]>; body: Buffer | string }

/** `estimate` is the planner's row count, when one was requested. */
export function respond(request: RestRequest, plan: Plan, answer: ResultRow, estimate?: number): Reply {
  const reply =
    plan.kind === 'write' ? respondToWrite(request, plan, answer) : respondToRead(request, plan, answer, estimate)
  const deprecatedReferences = plan.read ? deprecatedReferencesOf(plan.read) : []
  if (deprecatedReferences.length > 0) reply.headers['warning'] = warningOf(deprecatedReferences)
  return override(reply, answer)
}

const warningOf = (deprecatedReferences: DeprecatedReference[]) => {
  const changes = deprecatedReferences.map(({ name, alias }) => `\`${shown(name)}\` to \`${shown(alias)}\``).join(', ')
  return `299 PostgREST "Embedded resource was referenced by relation name even though it has an alias. This is deprecated and will stop working in a future release. Update ${changes} in query string filters, orders or limits."`
}

/** Percent-encodes quotes, and characters that a header cannot contain. */
const shown = (name: string) => (/^[\w -]+$/.test(name) ? name : encodeURIComponent(name))

/** The query plan, one line per row, instead of the result. */
export const respondWithPlan = (request: RestRequest, { format }: Plan, lines: string[]): Reply => ({
  status: 200,
  headers: contentHeaders(request, format),
  body: request.headOnly ? '' : lines.join('\n'),
})

const contentHeaders = ({ saysSchema, schema }: RestRequest, { contentType }: Plan['format']) => ({
  'content-type': contentType,
  ...(saysSchema && { 'content-profile': schema }),
})

function respondToRead(
  request: RestRequest,
  plan: Plan & { kind: 'read' | 'call' },
  answer: ResultRow,
  estimate: number | undefined,
): Reply {
  const { range, preferences, headOnly, target, query } = request
  const { rows } = answer
  const { format } = plan
  if (format.form === 'object' && rows !== 1 && returnsSet(plan)) throw notASingleObject(rows)
  const total = totalOf(answer, estimate, range.offset)
  const contentRange = rangeText(range.offset, range.offset + rows - 1, total)
  if (total !== undefined && range.offset > total) {
    const refusal = outOfBounds(range.offset, total)
    refusal.headers['content-range'] = contentRange
    throw refusal
  }
  const applied = preferenceApplied(preferences, plan.kind === 'call' ? [...always, 'max-affected'] : always)
  const headers: Reply['headers'] = {
    'content-range': contentRange,
    ...(applied && { 'preference-applied': applied }),
  }
  if (plan.kind === 'read') headers['content-location'] = locationOf(target.name, query.canonical)
  if (plan.kind === 'call' && plan.function.returns.kind === 'void') return { status: 204, headers, body: '' }
  headers['content-type'] = format.contentType
  if (request.saysSchema) headers['content-profile'] = request.schema
  const isPart = total !== undefined && rows < total
  return { status: isPart ? 206 : 200, headers, body: headOnly ? '' : bodyOf(answer, format) }
}

/** PostgreSQL returns bytea as hexadecimal digits after \x. */
const bodyOf = ({ body }: ResultRow, { isBytes }: Plan['format']) =>
  isBytes ? Buffer.from(body.toString('latin1').slice(2), 'hex') : body

const always = ['count', 'tx', 'handling', 'timezone'] as const

const returnsSet = (plan: Plan & { kind: 'read' | 'call' }) => plan.kind === 'read' || plan.function.returns.isSet

function totalOf({ rows, total }: ResultRow, estimate: number | undefined, offset: number) {
  if (total !== undefined || estimate === undefined) return total
  // The planner's estimate may be lower than the position of a returned row.
  return rows === 0 ? estimate : Math.max(estimate, offset + rows)
}

function respondToWrite(request: RestRequest, plan: Plan & { kind: 'write' }, answer: ResultRow): Reply {
  const { preferences, target } = request
  const { rows } = answer
  const isShown = plan.returning === 'rows'
  if (plan.action === 'put' && rows === 0) throw mismatchedKey()
  const applied = preferenceApplied(preferences, relevant(plan))
  const counted = preferences.count ? rows : undefined
  const headers: Reply['headers'] = {
    ...(plan.action !== 'put' && { 'content-range': writtenRange(plan, rows, counted) }),
    ...(applied && { 'preference-applied': applied }),
    ...(isShown && contentHeaders(request, plan.format)),
  }
  if (answer.key) headers['location'] = locationOf(target.name, keyQuery(answer.key))
  return { status: writeStatus(plan, rows, answer), headers, body: isShown ? bodyOf(answer, plan.format) : '' }
}

function writeStatus(plan: Plan & { kind: 'write' }, rows: number, answer: ResultRow) {
  const isNew = rows > answer.merged
  if (plan.action === 'insert') return isNew || plan.resolution !== 'merge-duplicates' ? 201 : 200
  if (plan.returning !== 'rows') return 204
  return plan.action === 'put' && isNew ? 201 : 200
}

function relevant({ action, conflict }: Plan & { kind: 'write' }): Applicable[] {
  const all: Applicable[] = ['return', ...always]
  if (action === 'insert') return [...all, 'missing', ...(conflict ? (['resolution'] as const) : [])]
  if (action === 'update') return [...all, 'missing', 'max-affected', 'unfiltered']
  return action === 'delete' ? [...all, 'max-affected', 'unfiltered'] : all
}

const writtenRange = ({ action }: { action: string }, rows: number, total: number | undefined) =>
  action === 'update' ? rangeText(0, rows - 1, total) : rangeText(1, 0, total)

const rangeText = (first: number, last: number, total: number | undefined) =>
  `${first <= last ? `${first}-${last}` : '*'}/${total ?? '*'}`

const locationOf = (name: string, query: string) => `/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`

function keyQuery(json: string) {
  const key = JSON.parse(json) as Record<string, unknown>
  return Object.entries(key)
    .map(([name, value]) => `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${valueText(value)}`}`)
    .join('&')
}

const valueText = (value: unknown) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))

/** response.status and response.headers, set by a function or trigger, take precedence. */
function override(reply: Reply, { headers, status }: ResultRow): Reply {
  if (status) {
    const number = Number(status)
    if (!Number.isInteger(number) || number < 200 || number > 599)
      throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
    reply.status = number
  }
  if (headers) {
    const byName = Map.groupBy(readHeaders(headers), ([name]) => name.toLowerCase())
    for (const [name, pairs] of byName) {
      const values = pairs.map(([, value]) => value)
      reply.headers[name] = values.length === 1 ? values[0]! : values
    }
  }
  return reply
}

function readHeaders(text: string): [string, string][] {
  try {
    const list = JSON.parse(text) as Record<string, unknown>[]
    const pairs = list.flatMap((item) => Object.entries(item))
    const areSingle = list.every((item) => Object.keys(item).length === 1)
    if (
      areSingle &&
      pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string' && isHeader(pair[0], pair[1]))
    )
      return pairs
  } catch {
    // Refused below, like any other invalid shape.
  }
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}
