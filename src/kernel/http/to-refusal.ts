// Turns whatever was thrown into something the caller may read. Each surface then gives it its own shape.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/** A Refusal for any error: what Fastify says about the request keeps its meaning, everything else is logged and becomes a 500 with the request id. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large', 413, 'Payload too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_media_type', 415, 'Unsupported media type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('bad_request', statusCode, 'The request could not be read')
  request.log.error(
    { err: error, reqId: request.id, method: request.method, path: pathOf(request) },
    'unexpected failure',
  )
  return new Refusal(
    'unexpected_failure',
    500,
    `Unexpected failure, please check server logs for more information. Request id: ${request.id}`,
  )
}

/** Without the query: links of mails carry their secret there. Without the host, which a proxy may send along. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0]!.replace(/^https?:\/\/[^/]*/i, '')
