// Maps any thrown error to a Refusal. Each API formats it in its own error shape.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { isDatabaseAway } from '../postgres/database-away.ts'
import { logRefusedByOutage } from './outage-log.ts'

/** Keeps the meaning of Fastify's request errors. Every other error is logged and becomes a 500 with the request id. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large', 413, 'Payload too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_media_type', 415, 'Unsupported media type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('bad_request', statusCode, 'The request could not be read')
  if (isDatabaseAway(error)) logRefusedByOutage(request, error)
  else request.log.error({ err: error, method: request.method, path: pathOf(request) }, 'unexpected failure')
  return new Refusal(
    'unexpected_failure',
    500,
    `Unexpected failure, please check server logs for more information. Request id: ${request.id}`,
  )
}

/** The path for the log: without the query, where mailed links carry their secret, and without a host, which proxies may add. */
export const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0]!.replace(/^https?:\/\/[^/]*/i, '')
