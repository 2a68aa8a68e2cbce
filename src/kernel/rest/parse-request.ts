// Parses an HTTP request without database access. No name is trusted until the plan has resolved it in the schema cache.
import { RestError } from './errors/rest-error.ts'
import { type MediaType, parseAccept } from './parsing/media-type.ts'
import { type Preferences, parsePreferences } from './parsing/preferences.ts'
import { type Query, parseQuery } from './parsing/query.ts'
import { type Range, readRange } from './parsing/range.ts'

export type IncomingRequest = {
  method: string
  /** Path below the prefix of rest/v1, decoded: /table or /rpc/function. */
  path: string
  /** The raw query string, without the question mark. */
  query: string
  headers: Record<string, string | string[] | undefined>
  body?: string | Buffer | undefined
  /** Whether the limits per caller apply. */
  isLimited?: boolean
}

export type Target = { kind: 'relation' | 'function'; name: string } | { kind: 'root' }

export type RestRequest = {
  target: Exclude<Target, { kind: 'root' }>
  action: 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'
  method: string
  headOnly: boolean
  schema: string
  /** The response names its schema in Content-Profile. */
  saysSchema: boolean
  query: Query
  preferences: Preferences
  accept: MediaType[]
  range: Range
  contentType: string | undefined
  body: string | Buffer | undefined
}

const actions: Record<string, RestRequest['action']> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'insert',
  PATCH: 'update',
  PUT: 'put',
  DELETE: 'delete',
}

export function parseRequest(
  incoming: IncomingRequest,
  schemas: readonly string[],
  timezones: ReadonlySet<string> = new Set(),
): RestRequest {
  const { method, headers } = incoming
  const target = readTarget(incoming.path)
  if (!Object.hasOwn(actions, method) || target.kind === 'root') throw unsupportedMethod(method)
  const isRead = method === 'GET' || method === 'HEAD'
  if (target.kind === 'function' && !isRead && method !== 'POST')
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  const query = parseQuery(incoming.query, target.kind === 'function' && isRead)
  return {
    target,
    action: target.kind === 'function' ? 'call' : actions[method]!,
    method,
    headOnly: method === 'HEAD',
    ...chooseSchema(incoming, schemas),
    query,
    preferences: parsePreferences(text(headers['prefer']), timezones),
    accept: parseAccept(text(headers['accept'])),
    range: readRange(method === 'GET' ? text(headers['range']) : undefined, query.root),
    contentType: text(headers['content-type']),
    body: incoming.body,
  }
}

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export function readTarget(path: string): Target {
  const [, first, second, ...more] = path.split('/')
  if (first === '' && second === undefined) return { kind: 'root' }
  if (first === 'rpc' && second && more.length === 0) return { kind: 'function', name: second }
  if (first && first !== 'rpc' && second === undefined) return { kind: 'relation', name: first }
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

/** Writes name their schema in Content-Profile, reads in Accept-Profile. */
export function chooseSchema({ method, headers }: IncomingRequest, schemas: readonly string[]) {
  const isWrite = ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)
  const profile = text(headers[isWrite ? 'content-profile' : 'accept-profile'])
  const schema = profile ?? schemas[0]!
  if (!schemas.includes(schema))
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  return { schema, saysSchema: profile !== undefined || schemas.length > 1 }
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)
