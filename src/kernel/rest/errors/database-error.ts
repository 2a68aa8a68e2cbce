// Database errors as PostgREST reports them: code, message, detail and hint, with a matching HTTP status.
import { isDatabaseAway } from '../../postgres/database-away.ts'
import { RestError, isHeader, isHeaderText, notASingleObject, tooManyAffected } from './rest-error.ts'

type DatabaseError = Error & { code?: string; detail?: string; hint?: string; where?: string }

/** The response for a driver or database error; undefined for any other error. */
export function fromDatabase(error: unknown, isSignedIn: boolean): RestError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', message, detail, hint, where } = error as DatabaseError
  if (!/^[0-9A-Z]{5}$/.test(code) || !('severity' in error)) return fromDriver(error)
  const refused = code === '22P02' && /"pgrst\.(single|max-affected):(\d+)"/.exec(message)
  if (refused) return refused[1] === 'single' ? notASingleObject(refused[2]!) : tooManyAffected(refused[2]!)
  if (code === 'PGRST') return fromRaise(message, detail)
  const status = code === '21000' && !where && isTwoRows.test(message) ? 400 : statusOf(code, message, isSignedIn)
  return new RestError(status, code, message, {
    details: showable(detail),
    hint: hint ?? grantHint(code, message),
    ...(status === 401 && { headers: { 'www-authenticate': 'Bearer' } }),
  })
}

const grantHint = (code: string, message: string) =>
  code === '42501' && /^permission denied for (table|view|materialized view) /.test(message)
    ? 'New tables are granted to service_role only. Grant the privilege to the role of the request, and give the table policies.'
    : null

/** Constraint details are withheld. A refused row may hold columns or rows that its writer cannot read. */
const showable = (detail: string | undefined) => (detail?.startsWith('Failing row contains') ? null : (detail ?? null))

function fromDriver(error: Error): RestError | undefined {
  if (/timeout exceeded when trying to connect/.test(error.message))
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
  return isDatabaseAway(error)
    ? new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
    : undefined
}

const exact: Record<string, number> = {
  '23503': 409, '54000': 400, '23505': 409, '25006': 405, '42P01': 404, '42883': 404, '42P17': 500, '53400': 500, '57P01': 503, P0001: 400,
} // prettier-ignore

const byClass: Record<string, number> = {
  '08': 503, '09': 500, '0L': 403, '0P': 403, '25': 500, '28': 403, '2D': 500, '38': 500, '39': 500, '3B': 500, '40': 500,
  '53': 503, '54': 400, '55': 500, '57': 500, '58': 500, F0: 500, HV: 500, P0: 500, XX: 500,
} // prettier-ignore

function statusOf(code: string, message: string, isSignedIn: boolean): number {
  if (code === '42501') return isSignedIn ? 403 : 401
  // Upstream responds with 500, although the server has not failed: the request took too long.
  if (code === '57014') return isSignedIn ? 504 : 400
  if (code === '21000') return isClientError(message) ? 400 : 500
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  // Upstream responds with 500, although it is a client error: the path names a view that accepts no rows.
  if (code === '55000' && /^cannot (insert into|update|delete from|merge into) (view|column)/.test(message)) return 405
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  // A function chooses its own status: raise sqlstate 'PT409'.
  const selected = /^PT([1-5]\d\d)$/.exec(code)
  if (selected) return Number(selected[1])
  if (code.startsWith('PT')) return 500
  return exact[code] ?? byClass[code.slice(0, 2)] ?? 400
}

/** Missing WHERE clause, or two rows of one body with the same key: upstream responds with 500 to the latter. */
const isClientError = (message: string) => /requires a WHERE clause$|cannot affect row a second time$/.test(message)

/** A computed to-one relationship that returned two rows. If `where` names a function, the error is that of the function. */
const isTwoRows = /^more than one row returned by a subquery/

/** raise sqlstate 'PGRST': the function defines the whole response, as JSON in message and detail. */
function fromRaise(message: string, detail: string | undefined): RestError {
  const body = parseObject(message)
  if (typeof body?.['code'] !== 'string' || typeof body['message'] !== 'string')
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  const answer = detail === undefined ? undefined : parseObject(detail)
  const headers = headersOf(answer?.['headers'])
  const status = answer?.['status']
  if (!headers || !isStatus(status))
    return unreadable(
      detail === undefined ? 'DETAIL is missing in the RAISE statement' : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  const { code, message: text, details, hint } = body
  const statusText = answer!['status_text']
  return new RestError(status, code as string, text as string, {
    details: typeof details === 'string' ? details : null,
    hint: typeof hint === 'string' ? hint : null,
    headers,
    ...(typeof statusText === 'string' && isHeaderText(statusText) && { statusText }),
  })
}

const unreadable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { details, hint })

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599

function headersOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const pairs = Object.entries(value).map(([name, text]) => [name.toLowerCase(), text] as [string, unknown])
  const areFit = pairs.every(([name, text]) => typeof text === 'string' && isHeader(name, text))
  return areFit ? (Object.fromEntries(pairs) as Record<string, string>) : undefined
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
