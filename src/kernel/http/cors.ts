// The five surfaces answer pages of any origin: what protects them is the token, which no other page has.
import type { FastifyReply, FastifyRequest } from 'fastify'

const allowedHeaders =
  'authorization, x-client-info, apikey, content-type, x-retry-count, prefer, range, accept-profile, content-profile, ' +
  'x-upsert, x-metadata, cache-control, x-region, x-supabase-api-version, traceparent, tracestate, baggage, ' +
  'if-none-match, if-modified-since, x-request-id'

/** What a page of another origin may read of an answer. */
export const exposedHeaders =
  'content-range, content-location, location, preference-applied, x-supabase-api-version, link, x-total-count, etag, ' +
  'content-length, x-relay-error, retry-after, x-request-id, x-sb-error-code'

/** What a browser may be told to send: the names it asks for, if they are names. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/
const longestAsked = 4096

/** A function may want headers of its own. Where any page may ask without a cookie, no name of a header is worth refusing. */
function allowedFor(asked: string | undefined) {
  if (!asked || asked.length > longestAsked || !headerNames.test(asked)) return allowedHeaders
  const known = new Set(allowedHeaders.split(', '))
  const more = asked.split(',').map((name) => name.trim().toLowerCase())
  return [...known, ...new Set(more.filter((name) => !known.has(name)))].join(', ')
}

/** Puts the CORS headers on the answer. True when the request was only the browser's question beforehand, and is answered. */
export function answerCors(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', exposedHeaders)
  const isQuestion = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isQuestion) return false
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS')
    .header('access-control-allow-headers', allowedFor(request.headers['access-control-request-headers']))
    .header('access-control-max-age', '86400')
    .code(204)
    .send()
  return true
}
