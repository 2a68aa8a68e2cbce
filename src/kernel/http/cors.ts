// CORS of the five APIs. Any origin is allowed: requests are authorized by tokens, not by cookies.
import type { FastifyReply, FastifyRequest } from 'fastify'

const allowedHeaders =
  'authorization, x-client-info, apikey, content-type, x-retry-count, prefer, range, accept-profile, content-profile, ' +
  'x-upsert, x-metadata, cache-control, x-region, x-supabase-api-version, traceparent, tracestate, baggage, ' +
  'if-none-match, if-modified-since, x-request-id'

/** Response headers that pages of other origins may read. */
export const exposedHeaders =
  'content-range, content-location, location, preference-applied, x-supabase-api-version, link, x-total-count, etag, ' +
  'content-length, x-relay-error, retry-after, x-request-id, x-sb-error-code'

/** A well-formed list of header names. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
const maxRequestedLength = 4096

/** Allows all requested header names: functions may use their own, and without cookies no header needs to be refused. */
function allowedHeadersFor(requested: string | undefined) {
  if (!requested || requested.length > maxRequestedLength || !headerNames.test(requested)) return allowedHeaders
  const known = new Set(allowedHeaders.split(', '))
  const more = requested.split(',').map((name) => name.trim().toLowerCase())
  return [...known, ...new Set(more.filter((name) => !known.has(name)))].join(', ')
}

/** Sets the CORS headers. Returns true when the request was a preflight and the response is sent. */
export function sendCors(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposedHeaders)
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isPreflight) return false
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS')
    .header('access-control-allow-headers', allowedHeadersFor(request.headers['access-control-request-headers']))
    .header('access-control-max-age', '86400')
    .code(204)
    .send()
  return true
}
