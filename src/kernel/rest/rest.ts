// rest/v1: tables, views and functions of the exposed schemas, under row-level security. Contains no table names.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '../errors.ts'
import { requireCaller } from '../http/gateway.ts'
import { logRefusedByOutage } from '../http/outage-log.ts'
import { pathOf } from '../http/to-refusal.ts'
import { TokenError } from '../jwt.ts'
import type { Connect } from '../postgres/connection.ts'
import { compress } from './compress.ts'
import { allowedMethods } from './allowed-methods.ts'
import { type HandlerOptions, handleRequest } from './handle-request.ts'
import { fromDatabase } from './errors/database-error.ts'
import { type CallerLimits, callerLimitDefaults, createCallerLimits, isUnlimited } from './limits/caller-limits.ts'
import { type IncomingRequest, unsupportedMethod } from './parse-request.ts'
import type { ReplicaReads } from './replica-reads.ts'
import type { Reply } from './respond.ts'
import { RestError, isHeaderText } from './errors/rest-error.ts'
import { type RestSettings, restDefaults } from './schema/database-settings.ts'
import { watchSchema } from './schema/schema-cache.ts'

/** The default settings. Settings stored in the database for the role authenticator override them. */
export type RestOptions = Partial<RestSettings> & {
  /** Connections of the login authenticator. */
  pool: pg.Pool
  connect: Connect
  /** The public URL of rest/v1. */
  address?: string
  limits?: Partial<CallerLimits>
  /** Whether a reverse proxy sets the header with the client's address. */
  trustsProxy?: boolean
  /** Without it all reads use the primary. */
  replica?: ReplicaReads | undefined
}

const maxUrlLength = 16 * 1024
const largestBody = 10 * 1024 * 1024

/** Mounts rest/v1. The caller comes from the gateway's hooks, registered earlier in the same scope. */
export async function restRoutes(app: FastifyInstance, options: RestOptions) {
  const { pool, connect, limits: ownLimits, trustsProxy, address, replica, ...settings } = options
  const schema = watchSchema(connect('authenticator'), { ...restDefaults, ...settings }, app.log)
  app.addHook('onClose', () => schema.close())
  const limits = { ...callerLimitDefaults, ...ownLimits }
  const callers = createCallerLimits(limits, trustsProxy ?? false)
  const answering: HandlerOptions = {
    pool,
    schema,
    address: address ?? 'http://localhost/rest/v1',
    anonStatementMs: limits.anonStatementMs,
    replica,
  }

  // Bodies stay text: PostgreSQL parses them.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: largestBody }, (_, body, done) =>
    done(null, body),
  )
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_, body, done) => done(null, body))
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request) => {
    throw unsupportedMethod(request.method)
  })
  for (const url of ['/', '/*']) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE'],
      url,
      bodyLimit: largestBody,
      async handler(request, reply) {
        const { claims } = requireCaller(request)
        const leave = await callers.enter(request, claims)
        try {
          const incoming = { ...incomingOf(request), isLimited: !isUnlimited(request, claims) }
          const found = await handleRequest(incoming, claims, answering)
          reply.code(found.status).headers(found.headers)
          if (found.body.length === 0) return reply.send()
          return sendCompressed(request, reply, found)
        } finally {
          leave()
        }
      },
    })
    app.options(url, async (request, reply) => {
      const allowed = allowedMethods(incomingOf(request), await schema.current())
      return reply.header('allow', allowed.join(',')).send()
    })
  }
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, { body, headers }: Reply) {
  const small = await compress(body, headers['content-type'], request.headers['accept-encoding'])
  if (!small) return reply.send(body)
  return reply.headers({ 'content-encoding': small.encoding, vary: 'accept-encoding' }).send(small.body)
}

function incomingOf({ url, method, params, headers, body }: FastifyRequest): IncomingRequest {
  if (url.length > maxUrlLength)
    throw new RestError(414, 'url_too_long', `The address is longer than ${maxUrlLength} characters`)
  const mark = url.indexOf('?')
  return {
    method,
    path: `/${(params as { '*'?: string })['*'] ?? ''}`,
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers,
    body: body as string | Buffer | undefined,
  }
}

function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request)
  if (refusal.status >= 500) report(error, refusal, request)
  if (refusal.statusText !== undefined) reply.raw.statusMessage = refusal.statusText
  return reply
    .code(refusal.status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      // The code of an error raised by a function may hold characters that a header cannot.
      ...(isHeaderText(refusal.code) && { 'proxy-status': `PostgREST; error=${refusal.code}` }),
      ...refusal.headers,
    })
    .send(JSON.stringify(refusal.body))
}

function report(error: FastifyError, { status, code }: RestError, request: FastifyRequest) {
  if (code === '57014') request.log.warn({ code, path: pathOf(request) }, 'a statement exceeded its time')
  else if (status === 503 || status === 504) logRefusedByOutage(request, error)
  else request.log.error({ code, err: error }, 'rest request failed')
}

function refusalOf(error: FastifyError, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error
  if (error instanceof Refusal) return new RestError(error.status, error.code, error.message)
  if (error instanceof TokenError) return fromToken(error)
  const isSignedIn = request.caller?.claims.role !== 'anon'
  const refusal = fromDatabase(error, isSignedIn)
  if (refusal) return refusal
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new RestError(413, 'body_too_large', `The body is larger than ${largestBody} bytes`)
  if (error.statusCode && error.statusCode < 500) return new RestError(error.statusCode, 'PGRST102', error.message)
  return new RestError(500, 'unexpected_failure', `Unexpected failure. Request id: ${request.id}`)
}

function fromToken({ code, message, details }: TokenError) {
  const quoted = message.replace(/["\\]/g, '')
  return new RestError(401, code, message, {
    details,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${quoted}"` },
  })
}
