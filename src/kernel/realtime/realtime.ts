// realtime/v1: WebSocket upgrades, broadcasts over HTTP, and shutdown.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Tokens } from '../jwt.ts'
import { type Connect, openPool } from '../postgres/connection.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import { createBus } from './bus/bus.ts'
import { createFeed } from './changes/feed.ts'
import type { ChannelContext } from './channel/channel-context.ts'
import { createRightsRefresh } from './channel/rights-refresh.ts'
import { createRightsLookup } from './channel/rights.ts'
import { type Limits, defaultLimits, tokenBucket } from './limits.ts'
import { createPresence } from './presence.ts'
import { createAdmission } from './socket/admission.ts'
import { createWriteBatcher } from './socket/write-batcher.ts'
import { serveSocket } from './socket/socket.ts'
import type { SourceSetting } from './source/source.ts'
import { createTopics } from './topics.ts'

type Options = {
  connect: Connect
  tokens: Tokens
  log: FastifyBaseLogger
  limits?: Partial<Limits>
  /** The source of changes. */
  changes?: SourceSetting | undefined
  /** The header in which a trusted proxy writes the client's address. */
  clientIpHeader?: string | undefined
}

// Clients reconnect automatically after this close code.
const serviceRestart = 1012
const drainMs = 1000
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const maxDelayedRefusals = 500

/**
 * The plugin of realtime/v1. It handles only upgrades of its own path; the server's other listeners handle the rest.
 * Closing the app asks every client to reconnect later and ends the change feed.
 */
export function realtimeRoutes(options: Options): FastifyPluginAsync {
  return async (app) => {
    const context = openChannelContext(options)
    serveUpgrades(app, context, options)
    broadcastRoutes(app, context)
    app.server.on('request', ({ method }, answer) => {
      if (!readingMethods.has(method!)) answer.once('finish', () => context.feed.wake())
    })
    app.addHook('onClose', async () => {
      await context.bus.stop()
      await Promise.all([context.feed.stop(), context.pool.end()])
    })
  }
}

function openChannelContext({ connect, tokens, log, limits: overrides, changes }: Options): ChannelContext {
  const limits = { ...defaultLimits, ...overrides }
  const sessionOptions = '-c timezone=UTC -c statement_timeout=5000 -c search_path=public,extensions'
  const pool = openPool({ ...connect('supabase_realtime_admin'), options: sessionOptions }, 2)
  const feed = createFeed(connect, log, changes)
  const topics = createTopics()
  const presence = createPresence(topics)
  const privateChannels: ChannelContext['privateChannels'] = new Set()
  const onAccess = createRightsRefresh(privateChannels)
  const bus = createBus({
    feed,
    pool,
    nodeRegistryMs: limits.nodeRegistryMs,
    maxBytes: limits.payloadBytes,
    topics,
    presence,
    log,
    onAccess,
  })
  const mayTrack = tokenBucket(limits.presencePerSecond)
  return {
    tokens,
    log,
    limits,
    pool,
    feed,
    topics,
    presence,
    bus,
    privateChannels,
    mayTrack,
    rightsOf: createRightsLookup(pool),
    writeBatcher: createWriteBatcher(),
  }
}

function serveUpgrades(app: FastifyInstance, context: ChannelContext, { clientIpHeader }: Options) {
  const { limits, log, tokens } = context
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  const admission = createAdmission({ tokens, limits, clientIpHeader })
  const path = `${app.prefix}/websocket`
  let waiting = 0

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Registered first, because nothing else handles errors of this socket from here on, and an unhandled one would crash the process.
    socket.on('error', () => socket.destroy())
    const url = addressOf(request)
    if (url?.pathname === path) void open(request, url, socket, head)
    else if (app.server.listenerCount('upgrade') === 1) refuse(socket, url ? 404 : 400, 'Not found')
  }

  async function open(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer) {
    const admitted = await admission.check(request, url).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be admitted')
      return { status: 500, error: 'Something went wrong here', afterMs: 0 }
    })
    if ('error' in admitted) return refuseLater(socket, admitted)
    return server.handleUpgrade(request, socket, head, (ws) => {
      ws.once('close', admission.enter(admitted.client))
      serveSocket(ws, socket, context, admitted)
    })
  }

  function refuseLater(socket: Duplex, { status, error, afterMs }: { status: number; error: string; afterMs: number }) {
    if (afterMs === 0) return refuse(socket, status, error)
    if (waiting >= maxDelayedRefusals) return void socket.destroy()
    waiting++
    setTimeout(() => {
      waiting--
      refuse(socket, status, error)
    }, afterMs).unref()
  }

  app.server.on('upgrade', upgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade)
    context.writeBatcher.flush()
    for (const client of server.clients) client.close(serviceRestart, 'Service restart')
    const closed = Promise.all(
      [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve))),
    )
    const clock = setTimeout(() => server.clients.forEach((client) => client.terminate()), drainMs)
    await closed.finally(() => clearTimeout(clock))
  })
}

/** Undefined for an invalid URL, such as `//`. */
function addressOf({ url = '/' }: IncomingMessage) {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : undefined
}

function refuse(socket: Duplex, status: number, error: string) {
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Refused'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
