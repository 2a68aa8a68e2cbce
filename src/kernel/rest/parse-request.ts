// From HTTP to what is asked, without knowing the database: nothing here is trusted until the plan has found it in the schema cache.
import { RestError } from './rest-error.ts'
import { type Shape, chooseShape } from './parsing/media-type.ts'
import { type Preferences, parsePreferences } from './parsing/preferences.ts'
import { type Query, parseQuery } from './parsing/query.ts'
import { type Range, readRange } from './parsing/range.ts'

export type Incoming = {
  method: string
  /** Below the surface's own prefix, decoded: /table or /rpc/function. */
  path: string
  /** After the question mark, as it came. */
  query: string
  headers: Record<string, string | string[] | undefined>
  body?: string | Buffer | undefined
}

export type RestRequest = {
  target: { kind: 'relation' | 'function'; name: string }
  action: 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'
  method: string
  headOnly: boolean
  schema: string
  /** The schema was asked for by a header, and the answer says so. */
  isProfileGiven: boolean
  query: Query
  preferences: Preferences
  shape: Shape
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

export function parseRequest(incoming: Incoming, schemas: readonly string[]): RestRequest {
  const { method, headers } = incoming
  const target = readTarget(incoming.path)
  const isRead = method === 'GET' || method === 'HEAD'
  if (!(method in actions)) throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
  if (target.kind === 'function' && !isRead && method !== 'POST')
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  const profile = text(headers[isRead ? 'accept-profile' : 'content-profile'])
  const query = parseQuery(incoming.query, target.kind === 'function' && isRead)
  return {
    target,
    action: target.kind === 'function' ? 'call' : actions[method]!,
    method,
    headOnly: method === 'HEAD',
    schema: chooseSchema(profile, schemas),
    isProfileGiven: profile !== undefined && schemas.length > 1,
    query,
    preferences: parsePreferences(text(headers['prefer'])),
    shape: chooseShape(text(headers['accept'])),
    range: readRange(method === 'GET' ? text(headers['range']) : undefined, query.root),
    contentType: text(headers['content-type'])?.toLowerCase(),
    body: incoming.body,
  }
}

function readTarget(path: string): RestRequest['target'] {
  const [, first, second, ...more] = path.split('/')
  if (first === 'rpc' && second && more.length === 0) return { kind: 'function', name: second }
  if (first && first !== 'rpc' && second === undefined) return { kind: 'relation', name: first }
  if (first === '') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function chooseSchema(profile: string | undefined, schemas: readonly string[]) {
  const schema = profile ?? schemas[0]!
  if (!schemas.includes(schema))
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  return schema
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)
