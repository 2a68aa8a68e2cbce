// Mounts the APIs of the kernel, each behind the gateway. The kernel knows no table of the product.
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import { isPublicOfAuth, mountAuth } from './auth/auth.ts'
import { pruneFactors } from './auth/factors/prune.ts'
import { createLimits } from './auth/rate-limits.ts'
import type { Auth } from './auth/instance.ts'
import type { ComposeMail } from './auth/mail/compose.ts'
import { pruneAuth } from './auth/prune.ts'
import { type AuthOverrides, authSettings } from './auth/settings.ts'
import { createFunctions } from './functions/dispatch.ts'
import { relayFailed } from './functions/refusals.ts'
import type { DefinedFunction } from './functions/functions.ts'
import { type Caller, type GatewayOptions, openGateway } from './http/gateway.ts'
import { pruneJobs } from './jobs/prune-jobs.ts'
import type { Task } from './jobs/runner.ts'
import { upkeep } from './jobs/upkeep.ts'
import type { Tokens } from './jwt.ts'
import { pruneMail } from './mail/prune-mail.ts'
import { type Connect, openPool } from './postgres/connection.ts'
import type { Limits } from './realtime/limits.ts'
import { realtimeRoutes } from './realtime/realtime.ts'
import { pruneMessages } from './realtime/message-history.ts'
import type { SourceSetting } from './realtime/source/source.ts'
import { type RestOptions, restRoutes } from './rest/rest.ts'
import { objectStreams, type ObjectStreams } from './storage/objects/object-streams.ts'
import { type StorageSettings, isPublicOfStorage, openStorage, pruneStorage, storageRoutes } from './storage/storage.ts'

export type KernelOptions = {
  connect: Connect
  tokens: Tokens
  /** The default redirect of mailed links. */
  siteUrl: string
  /** The public base URL of this app, without a path. */
  apiUrl: string
  storageFolder: string
  storage?: StorageSettings
  functions: readonly DefinedFunction[]
  composeMail: ComposeMail
  auth?: AuthOverrides
  /** More auth instances with the same users, each with its own path, settings and limits. */
  moreAuth?: readonly { path: string; settings?: AuthOverrides }[]
  rest?: Omit<RestOptions, 'pool' | 'connect'>
  /** The source of table changes for realtime/v1. */
  realtime?: { changes?: SourceSetting; limits?: Partial<Limits> }
  /** If false, requests without an API key are anonymous. */
  requireKey?: boolean
  /** Set if a reverse proxy writes the client's IP into this header. */
  clientIpHeader?: string
  /** Awaited before the response to a write, to invalidate caches of this process. Must have a time limit. */
  afterWrite?: () => Promise<void>
  log: FastifyBaseLogger
}

export type Kernel = {
  /** Calls a function in-process, like functions/v1. Throws its Refusal. */
  invoke(name: string, input: unknown, call: { caller: Caller; ip?: string; userAgent?: string }): Promise<unknown>
  /** Stored objects of any size, for jobs. */
  objects: ObjectStreams
  /** The daily maintenance task. */
  upkeep: Task
  /** Closes the database pools. Close the app first. */
  stop(): Promise<void>
}

export async function mountKernel(app: FastifyInstance, options: KernelOptions): Promise<Kernel> {
  const { connect, tokens, log, clientIpHeader } = options
  if (options.afterWrite) delayResponseUntil(app, options.afterWrite)
  const callers = openPool(connect('authenticator'), 10)
  const authPool = openPool(connect('supabase_auth_admin'), 5)
  // A separate pool, because functions may wait for third parties, which must not block reads.
  const functionPool = openPool(connect('authenticator'), 10)
  const functions = createFunctions({
    pool: functionPool,
    functions: options.functions,
    log,
    origin: options.apiUrl,
    trustsProxy: !!clientIpHeader,
  })
  const gateway: GatewayOptions = {
    tokens,
    ...(options.requireKey !== undefined && { requireKey: options.requireKey }),
    ...(clientIpHeader && { clientIpHeader }),
  }
  const buffered: GatewayOptions = { ...gateway, bodySeconds: 60 }

  const instances = [{ path: '/auth/v1', settings: options.auth }, ...(options.moreAuth ?? [])]
  for (const { path, settings } of instances) {
    const auth = createAuth(authPool, `${options.apiUrl}${path}`, settings, options)
    await mountApi(app, path, { ...gateway, bodySeconds: 10, isPublic: isPublicOfAuth }, async (scope) =>
      mountAuth(scope, auth),
    )
  }
  // rest/v1 checks the URL length itself.
  await mountApi(app, '/rest/v1', { ...buffered, maxUrlLength: Infinity }, (scope) =>
    restRoutes(scope, {
      address: `${options.apiUrl}/rest/v1`,
      ...options.rest,
      pool: callers,
      connect,
      trustsProxy: !!clientIpHeader,
    }),
  )
  const storage = await openStorage({
    connect,
    tokens,
    folder: options.storageFolder,
    log,
    trustsProxy: !!clientIpHeader,
    ...options.storage,
  })
  await mountApi(app, '/storage/v1', { ...gateway, isPublic: isPublicOfStorage }, storageRoutes(storage))
  // Webhooks (payments, calendars) have no API key and verify a signature instead.
  const open = new Set(options.functions.filter((fn) => fn.verify === false).map((fn) => fn.name))
  const isPublic = (path: string) => open.has(path.split('/')[1] ?? '')
  await mountApi(app, '/functions/v1', { ...buffered, isPublic, refusalHeaders: relayFailed }, functions.routes)
  await mountApi(
    app,
    '/realtime/v1',
    buffered,
    withNotFound(realtimeRoutes({ connect, tokens, log, clientIpHeader, ...options.realtime })),
  )

  const realtimePool = openPool(connect('supabase_realtime_admin'), 1)
  const chores = [
    { what: 'auth', prune: () => pruneAuth(authPool, pruneSettings(instances)) },
    { what: 'second factors', prune: () => pruneFactors(authPool) },
    { what: 'files', prune: () => pruneStorage(storage) },
    { what: 'messages', prune: () => pruneMessages(realtimePool) },
    { what: 'changes to tables', prune: pruneOutbox },
    { what: 'mail', prune: pruneMail },
    { what: 'jobs', prune: pruneJobs },
  ]

  return {
    invoke: (name, input, call) => functions.invoke(name, input, call),
    objects: objectStreams(storage),
    upkeep: upkeep(chores, log),
    async stop() {
      await Promise.all([callers, functionPool, authPool, realtimePool, storage.pool].map((pool) => pool.end()))
    },
  }
}

function delayResponseUntil(app: FastifyInstance, afterWrite: () => Promise<void>) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const onlyReads = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
    if (onlyReads || reply.statusCode >= 400) return done(null, payload)
    // The write is committed: a failure of afterWrite does not change the response.
    void afterWrite()
      .catch((error: unknown) => request.log.error({ err: error }, 'afterWrite failed'))
      .finally(() => done(null, payload))
  })
}

/**
 * Nodes with the trigger change source prune the outbox themselves; this chore covers the case that no such node runs.
 */
async function pruneOutbox(worker: pg.Pool) {
  const { rows } = await worker.query<{ gone: string }>('select realtime.prune_outbox() as gone')
  return Number(rows[0]!.gone)
}

/** Sessions of several instances share a table without an instance column, so only the default retention applies. */
const pruneSettings = (instances: readonly { settings?: AuthOverrides | undefined }[]) =>
  instances.length === 1 ? authSettings(instances[0]!.settings) : authSettings(undefined)

function createAuth(
  pool: Auth['pool'],
  address: string,
  overrides: AuthOverrides | undefined,
  options: KernelOptions,
): Auth {
  const { tokens, siteUrl, composeMail, clientIpHeader } = options
  const settings = authSettings(overrides)
  return { pool, tokens, siteUrl, address, composeMail, settings, limits: createLimits(settings, !!clientIpHeader) }
}

/** Mounts an API in a separate Fastify scope, so that its hooks apply to no other route. */
async function mountApi(app: FastifyInstance, prefix: string, gateway: GatewayOptions, routes: FastifyPluginAsync) {
  await app.register(
    async (scope) => {
      openGateway(scope, gateway)
      await routes(scope, {})
      // The gateway answers preflight requests, but only on an existing route.
      if (!scope.hasRoute({ method: 'OPTIONS', url: `${prefix}/*` }))
        scope.options('/*', (_, reply) => reply.code(204).send())
    },
    { prefix },
  )
}

/** For APIs without a not-found response: a JSON 404 instead of the site's page. */
function withNotFound(routes: FastifyPluginAsync): FastifyPluginAsync {
  return async (scope, options) => {
    scope.setNotFoundHandler((_, reply) => reply.code(404).send({ code: 'not_found', message: 'Not found' }))
    await routes(scope, options)
  }
}
