// Resolves a function call: an overload is chosen by the names of its arguments.
import { closestMatch } from './close-match.ts'
import { RestError, UnknownName } from '../errors/rest-error.ts'
import type { RestRequest } from '../parse-request.ts'
import { isTooDeep, parseFields, parsePayload } from '../parsing/body.ts'
import { bareType } from '../parsing/media-type.ts'
import { everything } from '../parsing/select.ts'
import { limitOf } from '../parsing/preferences.ts'
import { type Argument, type Callable, type SchemaCache, keyOf } from '../schema/schema.ts'
import type { ReadLimits, ReadNode } from './read-node.ts'
import { planRead } from './read-plan.ts'
import { bodyText } from './write-plan.ts'

export type CallPlan = {
  function: Callable
  /** Arguments as query string texts, as one JSON object, or the whole body as the only, unnamed argument. */
  given:
    | { kind: 'texts'; values: { argument: Argument; texts: string[] }[] }
    | { kind: 'object'; arguments: Argument[]; json: string }
    | { kind: 'body'; type: string; text: string }
  isReadOnly: boolean
  /** Scalar results are rows with the single column pgrst_scalar. */
  read: ReadNode | undefined
  maxAffected?: number
}

export function planCall(request: RestRequest, cache: SchemaCache, limits: ReadLimits): CallPlan {
  const { schema, target, query, preferences } = request
  const isPost = request.method === 'POST'
  const overloads = cache.functions.get(keyOf(schema, target.name)) ?? []
  const body = isPost ? readArguments(request, overloads) : undefined
  const names = isPost ? (body?.names ?? []) : query.args.map(([name]) => name)
  const found = choose(request, overloads, names, cache)
  const namedArguments = found.isBody
    ? { kind: 'body' as const, type: found.callable.arguments[0]!.type, text: bodyText(request) ?? '' }
    : argumentsFor(found.callable, request, body)
  const { returns } = found.callable
  const maxAffected = limitOf(preferences)
  if (maxAffected !== undefined && !returns.isSet)
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    )
  const name = returns.table?.name ?? target.name
  const source = { schema, name, alias: name, table: returns.table, columns: returns.columns }
  const select = returns.kind === 'composite' ? query.select : everything
  return {
    function: found.callable,
    given: namedArguments,
    isReadOnly: !isPost || found.callable.volatility !== 'volatile',
    read: returns.kind === 'void' ? undefined : planRead(source, select, query.root, cache, limits),
    ...(maxAffected !== undefined && { maxAffected }),
  }
}

const formType = 'application/x-www-form-urlencoded'
/** Passed whole to a function with one unnamed argument. */
const rawTypes = ['text/plain', 'text/xml', 'application/octet-stream']

/** Argument names in a POST body; undefined when the body is no object of arguments. */
function readArguments(request: RestRequest, overloads: Callable[]) {
  const text = bodyText(request)
  const { contentType } = request
  const type = bareType(contentType ?? 'application/json')
  const isEmpty = text === undefined || text.trim() === ''
  if (rawTypes.includes(type) || (isEmpty && type === 'application/json')) return { names: [], json: '{}' }
  const acceptsWholeBody = overloads.some((callable) => acceptsBody(callable, 'application/json'))
  try {
    const payload = parsePayload(text, contentType)
    // Only the first call of an array is executed.
    const json = payload.isArray ? JSON.stringify((JSON.parse(payload.text) as unknown[])[0] ?? {}) : payload.text
    return { names: request.query.columns ?? payload.names, json }
  } catch (error) {
    const isTooMuch = error instanceof RestError && error.status === 413
    if (acceptsWholeBody && !isTooMuch && type === 'application/json' && isJson(text ?? ''))
      return { names: [], json: '{}' }
    throw error
  }
}

function isJson(text: string) {
  if (isTooDeep(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function argumentsFor(
  callable: Callable,
  request: RestRequest,
  body: { names: string[]; json: string } | undefined,
): CallPlan['given'] {
  const { query, method, contentType } = request
  const named = new Map(callable.arguments.map((argument) => [argument.name, argument]))
  const isForm = contentType !== undefined && bareType(contentType) === formType
  if (method === 'POST' && !isForm)
    return { kind: 'object', arguments: body!.names.map((name) => named.get(name)!), json: body!.json }
  const texts = new Map<string, string[]>()
  for (const [name, value] of isForm ? parseFields(bodyText(request) ?? '') : query.args)
    if (named.has(name)) texts.set(name, [...(texts.get(name) ?? []), value])
  return {
    kind: 'texts',
    values: [...texts].map(([name, values]) => ({ argument: named.get(name)!, texts: values })),
  }
}

function choose(request: RestRequest, overloads: Callable[], names: string[], cache: SchemaCache) {
  const contentType = request.method === 'POST' ? bareType(request.contentType ?? 'application/json') : ''
  const named = rawTypes.includes(contentType) ? [] : overloads.filter((callable) => accepts(callable, names))
  const whole = named.length > 0 ? [] : overloads.filter((callable) => acceptsBody(callable, contentType))
  const candidates = [...named, ...whole]
  if (candidates.length === 1) return { callable: candidates[0]!, isBody: whole.length > 0 }
  if (candidates.length === 0) throw unknownFunction(request, overloads, names, contentType, cache)
  throw new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.toSorted(byParameters).map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function accepts({ arguments: all }: Callable, names: string[]) {
  const namedArguments = new Set(names)
  const known = new Set(all.map((argument) => argument.name).filter((name) => name !== ''))
  return (
    namedArguments.isSubsetOf(known) &&
    all.every((argument) => !argument.isRequired || namedArguments.has(argument.name))
  )
}

const bodyTypes: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

function acceptsBody({ arguments: all }: Callable, contentType: string) {
  return all.length === 1 && all[0]!.name === '' && Boolean(bodyTypes[contentType]?.includes(all[0]!.type))
}

/** Sorts candidates like upstream: by number of parameters, then by their names and types. */
function byParameters({ arguments: a }: Callable, { arguments: b }: Callable) {
  if (a.length !== b.length) return a.length - b.length
  const [one, other] = [a, b].map((list) => list.flatMap(({ name, type }) => [name, type]))
  const at = one!.findIndex((text, i) => text !== other![i])
  return at < 0 ? 0 : one![at]! < other![at]! ? -1 : 1
}

const signature = ({ schema, name, arguments: all }: Callable) =>
  `${schema}.${name}(${all.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`

function unknownFunction(
  request: RestRequest,
  overloads: Callable[],
  names: string[],
  contentType: string,
  cache: SchemaCache,
) {
  const { schema, target } = request
  const sorted = [...new Set(names)].sort()
  const whole = contentType === 'application/json' ? undefined : bodyTypes[contentType]?.[0]
  const listed = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`
  const searched =
    sorted.length === 0 ? ' without parameters' : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`
  const details = whole
    ? ` with a single unnamed ${whole} parameter`
    : searched + (contentType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : '')
  return new UnknownName(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${target.name}${whole ? '' : listed} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${target.name}${details}, but no matches were found in the schema cache.`,
      hint: whole ? null : suggestion(request, overloads, sorted, cache),
    },
  )
}

const isNamed = ({ arguments: all }: Callable) => all.every(({ name }) => name !== '')

function suggestion({ schema, target }: RestRequest, overloads: Callable[], names: string[], cache: SchemaCache) {
  const list = (all: string[]) => `(${[...all].sort().join(', ')})`
  const close =
    overloads.length > 0
      ? closestMatch(
          list(names),
          overloads.filter(isNamed).map((callable) => list(callable.arguments.map((argument) => argument.name))),
          0.33,
        )
      : closestMatch(
          target.name,
          [...cache.functions.values()]
            .map(([first]) => first!)
            .filter((first) => first.schema === schema)
            .map((first) => first.name),
          0.75,
        )
  if (close === undefined) return null
  return `Perhaps you meant to call the function ${schema}.${overloads.length > 0 ? target.name : ''}${close}`
}
