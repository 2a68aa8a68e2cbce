// realtime/v1: the upgrade to a web socket, the HTTP way to broadcast, and the end of both.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Tokens } from '../jwt.ts'
import { type Connect, openPool } from '../postgres/connection.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import { createBus } from './bus/bus.ts'
import { createFeed } from './changes/feed.ts'
import type { Ground } from './channel/channel-context.ts'
import { createRechecks } from './channel/rights-refresh.ts'
import { createRights } from './channel/rights.ts'
import { type Limits, defaultLimits, meter } from './limits.ts'
import { createPresence } from './presence.ts'
import { createDoor } from './socket/admission.ts'
import { createOutgoing } from './socket/write-batcher.ts'
import { serveSocket } from './socket/socket.ts'
import type { WayWanted } from './source/source.ts'
import { createTopics } from './topics.ts'

type Options = {
  connect: Connect
  tokens: Tokens
  log: FastifyBaseLogger
  limits?: Partial<Limits>
  /** Which way changes come. */
  changes?: WayWanted | undefined
  /** The header in which a proxy of ours writes the client's address. */
  clientIpHeader?: string | undefined
}

// Clients come back by themselves after this code.
const serviceRestart = 1012
const drainMs = 1000
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const mostWaitingRefusals = 500

/**
 * The surface of realtime/v1. It takes only upgrades of its own address; every other upgrade is left to others on the same server.
 * Closing the app tells every client to come back later and ends the change feed.
 */
export function realtimeSurface(options: Options): FastifyPluginAsync {
  return async (app) => {
    const ground = openGround(options)
    serveUpgrades(app, ground, options)
    broadcastRoutes(app, ground)
    app.server.on('request', ({ method }, answer) => {
      if (!readingMethods.has(method!)) answer.once('finish', () => ground.feed.wake())
    })
    app.addHook('onClose', async () => {
      await ground.bus.stop()
      await Promise.all([ground.feed.stop(), ground.pool.end()])
    })
  }
}

function openGround({ connect, tokens, log, limits: wishes, changes }: Options): Ground {
  const limits = { ...defaultLimits, ...wishes }
  const sessionOptions = '-c timezone=UTC -c statement_timeout=5000 -c search_path=public,extensions'
  const pool = openPool({ ...connect('supabase_realtime_admin'), options: sessionOptions }, 2)
  const feed = createFeed(connect, log, changes)
  const topics = createTopics()
  const presence = createPresence(topics)
  const privateChannels: Ground['privateChannels'] = new Set()
  const onAccess = createRechecks(privateChannels)
  const bus = createBus({
    feed,
    pool,
    rollMs: limits.rollMs,
    mostBytes: limits.payloadBytes,
    topics,
    presence,
    log,
    onAccess,
  })
  const mayTrack = meter(limits.presencePerSecond)
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
    askRights: createRights(pool),
    outgoing: createOutgoing(),
  }
}

function serveUpgrades(app: FastifyInstance, ground: Ground, { clientIpHeader }: Options) {
  const { limits, log, tokens } = ground
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  const door = createDoor({ tokens, limits, clientIpHeader })
  const path = `${app.prefix}/websocket`
  let waiting = 0

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Before anything else: from here on nobody but us listens to this socket, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy())
    const url = addressOf(request)
    if (url?.pathname === path) void open(request, url, socket, head)
    else if (app.server.listenerCount('upgrade') === 1) refuse(socket, url ? 404 : 400, 'Not found')
  }

  async function open(request: IncomingMessage, url: URL, socket: Duplex, head: Buffer) {
    const guest = await door.check(request, url).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be admitted')
      return { status: 500, error: 'Something went wrong here', afterMs: 0 }
    })
    if ('error' in guest) return refuseLater(socket, guest)
    return server.handleUpgrade(request, socket, head, (ws) => {
      ws.once('close', door.enter(guest.client))
      serveSocket(ws, socket, ground, guest)
    })
  }

  function refuseLater(socket: Duplex, { status, error, afterMs }: { status: number; error: string; afterMs: number }) {
    if (afterMs === 0) return refuse(socket, status, error)
    if (waiting >= mostWaitingRefusals) return void socket.destroy()
    waiting++
    setTimeout(() => {
      waiting--
      refuse(socket, status, error)
    }, afterMs).unref()
  }

  app.server.on('upgrade', upgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade)
    ground.outgoing.flush()
    for (const client of server.clients) client.close(serviceRestart, 'Service restart')
    const gone = Promise.all(
      [...server.clients].map((client) => new Promise((resolve) => client.once('close', resolve))),
    )
    const clock = setTimeout(() => server.clients.forEach((client) => client.terminate()), drainMs)
    await gone.finally(() => clearTimeout(clock))
  })
}

/** Undefined for an address that is none, such as `//`. */
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
