// Sends a request to Google with a timeout and a size limit, and classifies errors by whether a retry may succeed.

/** Google timed out, failed or sent an invalid response: a retry may succeed. */
export class GoogleUnreachable extends Error {}
/** Too many requests: a retry may succeed after `retryAfterMs`, or with backoff if it is undefined. */
export class GoogleRateLimited extends Error {
  readonly retryAfterMs: number | undefined
  constructor(retryAfterMs: number | undefined) {
    super('Google limits the rate of requests')
    this.retryAfterMs = retryAfterMs
  }
}
/** Google refused the request; `reason` is its error code, such as invalid_grant or notFound. */
export class GoogleRefused extends Error {
  readonly reason: string
  readonly status: number
  constructor(reason: string, status: number) {
    super(`Google refused: ${reason}`)
    this.reason = reason
    this.status = status
  }
}

export type GoogleRequest = RequestInit & { timeoutMs?: number; maxBytes?: number }

/** The fields of the response; none for an empty body. */
export async function requestGoogle(address: string, request: GoogleRequest = {}): Promise<Record<string, unknown>> {
  const { timeoutMs = 10_000, maxBytes = 100_000, ...init } = request
  const { origin } = new URL(address)
  let response: Response
  let body: unknown
  try {
    response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const responseText = await response.text()
    if (responseText.length > maxBytes) throw new Error('an answer without end')
    body = parse(responseText, response.ok)
  } catch (cause) {
    throw new GoogleUnreachable(`No answer from ${origin}`, { cause })
  }
  const { status, headers } = response
  if (status >= 500) throw new GoogleUnreachable(`${origin} answered ${status}`)
  const fields = Object(body) as Record<string, unknown>
  if (status < 400) return fields
  const reason = reasonOf(fields) ?? `status ${status}`
  if (status === 429 || (status === 403 && rateLimits.has(reason))) throw new GoogleRateLimited(retryAfterMs(headers))
  throw new GoogleRefused(reason, status)
}

const rateLimits = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

/** An error page of a gateway is not JSON; its status is sufficient. */
function parse(text: string, isOk: boolean): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isOk) throw error
    return {}
  }
}

/** OAuth responses have the error code as a string, API responses have a list of errors. */
function reasonOf({ error }: Record<string, unknown>): string | undefined {
  if (typeof error === 'string') return error
  const { errors, status } = Object(error) as { errors?: { reason?: unknown }[]; status?: unknown }
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined
  return [reason, status].find((word) => typeof word === 'string')
}

/** Parses Retry-After: seconds or a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after')
  if (retryAfter === null) return undefined
  const ms = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
